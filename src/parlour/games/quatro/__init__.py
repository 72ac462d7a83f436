"""Quatro: backgammon for two, three or four on a circle of 36 points."""

from typing import Any

from parlour.engine.game import Game
from parlour.engine.options import Choice, Flag, Option, OptionError, Values, Whole
from parlour.games.quatro import drawing, notation, rules, text
from parlour.games.quatro.board import BOARDS, spot
from parlour.games.quatro.front import FRONT, PRESETS

START = {11: (3, 3, 3, 2), 13: (4, 3, 4, 2), 15: (5, 3, 5, 2)}  # men on 9, 15, 25 and 36 (Q5)
NEVER = 99  # a score band that no point reaches

OPTIONS = (
    Option(
        "ruleset",
        Choice("quatro", "backgammon", "backgammon24"),
        "quatro",
        "Quatro; backgammon's rules on 36 points; or ordinary backgammon on 24",
        "two players may use backgammon's rules [Q31]",
    ),
    Option(
        "men",
        Choice(11, 13, 15),
        lambda v: 15 if v["players"] == 2 else 11,
        "men each",
        "eleven for three or four, fifteen for two",
        default_help="11, or 15 for two players",
    ),
    Option(
        "seat_draft",
        Choice("random", "choose"),
        "random",
        "boards are drawn, or chosen in the order of a roll",
        "roll for choice of board [Q9]",
        needs={"players": (3,)},
    ),
    Option(
        "empty_seat",
        Choice(*"ABCD"),
        "D",
        "the board nobody plays",
        "example with A, B, C",
        needs={"players": (3,), "seat_draft": ("random",)},
    ),
    Option(
        "pairing",
        Choice("AB", "CD", "AD", "CB"),
        "AB",
        "which two boards: facing (AB, CD) or crossing (AD, CB)",
        "opposite directions only [Q7]",
        needs={"players": (2,)},
    ),
    Option(
        "touch_owned",
        Flag(),
        lambda v: v["ruleset"] == "quatro",
        "a man may touch a closed point on his way",
        "difference 1 from backgammon",
        default_help="true, except under backgammon's rules",
    ),
    Option(
        "combined_entry",
        Flag(),
        lambda v: v["ruleset"] == "quatro",
        "a man may enter with a total of dice",
        "difference 2 from backgammon",
        default_help="true, except under backgammon's rules",
    ),
    Option("cube", Flag(), False, "play with the doubling cube", "optional, agreed before play [Q36]"),
    Option("cube_cap", Choice(2, 4, 8, 16, 32, 64), 64, "the highest stake", "faces up to 64", needs={"cube": (True,)}),
    Option(
        "decline_cost",
        Choice("single", "by_position"),
        "single",
        "what declining a double costs",
        "decliners lose the game [Q25]",
        needs={"cube": (True,)},
    ),
    Option("teams", Flag(), False, "A and C play B and D", "one sentence", needs={"players": (4,)}),
    Option(
        "team_win",
        Choice("first_out", "both_out"),
        "first_out",
        "a team wins with its first player out, or both",
        "silent [Q29]",
        needs={"teams": (True,)},
    ),
    Option(
        "team_contact",
        Choice("block", "hostile"),
        "block",
        "partners block each other, or hit like opponents",
        "silent [Q29]",
        needs={"teams": (True,)},
    ),
    Option(
        "match",
        Choice("single", "points", "series"),
        "single",
        "one game, a match to points, or a series of games",
        "series mentioned for three players",
    ),
    Option(
        "match_target",
        Whole(1, 1000),
        lambda v: 7 if v["match"] != "series" else 3 if v["players"] == 3 else 4,
        "points to reach, or games in the series",
        "silent [Q30]",
        needs={"match": ("points", "series")},
        default_help="7 points; a series of 3 for three players, else 4",
    ),
    Option(
        "match_tally",
        Choice("won", "net"),
        "won",
        "count payments received, or received less paid",
        "silent [Q30]",
        needs={"match": ("points", "series")},
    ),
    Option(
        "seat_rotation",
        Choice("none", "cyclic"),
        lambda v: "cyclic" if v["players"] == 3 else "none",
        "players move to the next board after each game",
        "the odd board once in three games [Q10]",
        needs={"match": ("points", "series")},
        default_help="cyclic for three players, else none",
    ),
    Option("turn_cap", Whole(0, 30000), 0, "rolls after which a game is void, 0 for none", "not a rule"),
)


def check(values: Values) -> None:
    ruleset = values["ruleset"]
    if ruleset == "quatro":
        return
    pairings = ("AB", "CD") if ruleset == "backgammon" else ("AB",)
    wanted: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("players", (2,)),
        ("men", (15,)),
        ("pairing", pairings),
        ("touch_owned", (False,)),
        ("combined_entry", (False,)),
    )
    for name, allowed in wanted:
        if values[name] not in allowed:
            words = " or ".join(_say(value) for value in allowed)
            raise OptionError(f"the {ruleset} ruleset needs {name} {words}, not {_say(values[name])}", name)


def _say(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def derive(values: Values, o: Any) -> None:
    small = values["ruleset"] == "backgammon24"
    o.home = 6 if small else 9
    o.points = 4 * o.home
    for board in range(4):
        for v in range(1, o.points + 1):
            o.spot[board, v] = spot(board, v, o.home)
            o.number[board, o.spot[board, v]] = v
        o.in_use[board] = BOARDS[board] in boards_in_use(values)
    for i, (at, men) in enumerate(zip((6, 8, 13, 24) if small else (9, 15, 25, 36), START[values["men"]], strict=True)):
        o.start_at[i], o.start_men[i] = at, men
    o.third_from = 28 if values["ruleset"] == "backgammon" else 19
    o.fourth_from = 28 if values["ruleset"] == "quatro" else NEVER
    o.partners_block = values["teams"] and values["team_contact"] == "block"
    o.rotate = values["seat_rotation"] == "cyclic" and values["match"] != "single"


def boards_in_use(values: Values) -> str:
    if values["players"] == 4:
        return BOARDS
    if values["players"] == 2:
        return str(values["pairing"])
    return BOARDS.replace(values["empty_seat"], "")


GAME = Game(
    name="quatro",
    title="Quatro",
    line="Backgammon for two, three or four on a circle of 36 points, with a doubling cube for all of them.",
    source="Patent for a circular backgammon board of four quadrants",
    version=1,
    players=(4, 2, 3),
    rules=rules,
    text=text,
    notation=notation,
    drawing=drawing,
    declared=OPTIONS,
    presets=PRESETS,
    front=FRONT,
    check=check,
    derive=derive,
    brisk={"turn_cap": 60, "match": "single"},
)
