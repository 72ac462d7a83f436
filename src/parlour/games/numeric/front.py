"""What Numeric says of itself on the front page and in the form."""

from parlour.engine.front import BEGIN, COMFORT, END, Front, Pick, Picture, Preset, QuickChoice
from parlour.engine.options import Values

YOUNGEST: Values = {"dice": 3, "cards": False, "negatives": "forbid", "end": "throw_limit(12)"}
CHILDREN: Values = {"dice": 3, "dice_up_after": 6, "end_cards": "money_only", "end": "throw_limit(15)"}
RANKED: Values = {"end_cards": "money_only", "finish_throw": True}

PRESETS: dict[str, Preset] = {
    "basic_short": Preset(
        {"variant": "basic", "end": "throw_limit(24)"},
        "Basic",
        "the numbers 1 to 100, a pound each; 24 throws",
        length="about 10 minutes",
    ),
    "zones": Preset({"variant": "zones"}, "Zones", "the usual game: large numbers pay more", length="10 to 20 minutes"),
    "hex": Preset({"variant": "hex"}, "Hex", "a game of lines on hexagons", length="10 to 20 minutes"),
    "counters": Preset(
        {"variant": "counters"}, "Counters", "the big game: a rack each, and a scramble", length="15 to 25 minutes"
    ),
    "basic_48": Preset(
        {"variant": "basic", "end": "throw_limit(48)"},
        "Basic, 48 throws",
        "twice as long, and few games end level",
        length="about 20 minutes",
    ),
    "practice": Preset(
        {"variant": "basic", "players": 1}, "Practice", "Basic alone, all hundred numbers", length="over an hour"
    ),
    "basic": Preset(
        {"variant": "basic"}, "Basic to the end", "all hundred numbers, nearly 300 throws", length="about two hours"
    ),
    "age_6_8": Preset({"variant": "zones", **YOUNGEST}, "Ages 6 to 8", "Zones, three dice, no cards"),
    "age_6_7": Preset({"variant": "counters", **YOUNGEST}, "Ages 6 and 7", "Counters, three dice, no cards"),
    "age_9_11": Preset({"variant": "zones", **CHILDREN}, "Ages 9 to 11", "Zones, three dice, later four"),
    "age_8_10": Preset({"variant": "counters", **CHILDREN}, "Ages 8 to 10", "Counters, three dice, later four"),
    "adult": Preset({"variant": "zones", "move_seconds": 60}, "From 11 up", "Zones, a minute for each decision"),
    "ladder": Preset({"variant": "zones", **RANKED}, "Match zones", "equal turns, no sudden end"),
    "ladder_hex": Preset({"variant": "hex", **RANKED, "end": "funds(3000)"}, "Match hex", "equal turns, to £3,000"),
    "ladder_counters": Preset(
        {"variant": "counters", **RANKED, "end": "funds(10000)"}, "Match counters", "equal turns, to £10,000"
    ),
}

BASIC = Pick(
    "basic",
    line="Combine the dice with + − × ÷ into a number from 1 to 100 and cover it: a pound for each.",
    length="about 10 minutes: 24 throws",
    options={"end": "throw_limit(24)"},  # to cover all hundred takes nearly three hundred
    picture=Picture(
        "phase=forming throws=21 thrower=A turn=A asked=0 throw=5222 money=11,10 A=1,2,10,12,13,19,20,24,28,33,84 "
        "B=5,8,9,11,16,21,23,27,36,48",
        view=(20, 20, 790, 923),
    ),
)
ZONES = Pick(
    "zones",
    length="10 to 20 minutes",
    picture=Picture(
        "phase=forming throws=17 thrower=A turn=A asked=0 throw=6521 money=925,1150 "
        "A=1,3,5,11,12,18,20,21,24,36,37,39,52,54,58,84 B=2,4,6,7,8,9,10,13,19,25,27,45,46,60,72 "
        "drawn=9 pack=16,22,21,9,4,1,19,13,15",
        view=(20, 20, 890, 923),
    ),
)
HEX = Pick(
    "hex",
    line="Combine the dice into a number on a diamond of hexagons: what stands in line with it pays as well.",
    length="10 to 20 minutes",
    picture=Picture(
        "phase=forming throws=18 thrower=B turn=B asked=0 throw=6532 money=1760,2370 A=45,46,57,38,29,74,55,66,40 "
        "B=56,47,65,37,64,84,54,75,92,31,12 drawn=2 pack=15,22",
    ),
)
COUNTERS = Pick(
    "counters",
    line="Combine the dice into the number of one of your counters, and place it beside its relations.",
    length="15 to 25 minutes",
    picture=Picture(
        "phase=forming throws=9 thrower=A turn=A asked=0 throw=6443 money=1740,1480 A=9,18,27,36,54,72,96,40 "
        "B=81,3,6,12,24,48,20,90 rackA=17,31,50,71,77,83 rackB=2,64,79,87,88,55 "
        "cells=C0:9,V1:81,V2:18,V4:27,V5:36,I3:54,I5:72,I8:3,I9:6,B12:12,B13:24,G17:48,B5:90,G6:96,B16:40,G22:20",
        view=(60, 87, 820, 694),
    ),
)

FRONT = Front(
    order=2,
    quick=QuickChoice("variant", (BASIC, ZONES, HEX, COUNTERS)),
    aim="Cover numbers for money: whoever is richest at the end wins.",
    asks=("end",),
    groups={
        BEGIN: ("members", "starting_money", "first_side", "layout", "bonus_layout"),
        END: ("bankruptcy", "end", "finish_throw", "max_throws", "stall_throws"),
        COMFORT: ("auto_pass", "move_seconds", "max_attempts"),
    },
    learnt="You have made numbers of dice with + − × and brackets, covered them for money, and drawn cards.",
)
