"""The words of Numeric: what happened and why it paid, who is asked what, hints and reviews."""

import random
import re
from typing import Any

import pytest

import parlour
from parlour.engine.people import say
from parlour.engine.play import Play
from parlour.games.numeric.options import Variant
from parlour.games.numeric.pack import Card
from parlour.games.numeric.state import Action, Ending, Event, Phase
from parlour.games.numeric.text import hints, pounds, standings
from tests.games.numeric.ringside import dealt, laid, pass_throw, play_on, random_play, said, throw_making
from tests.games.numeric.tabletop import VARIANTS


def thrown(variant: str = "zones", throw: str = "6431", **options: Any) -> Play:
    play = parlour.new("numeric", variant=variant, first_side="A", **{"players": 3, **options})
    play.push(throw)
    return play


def asked(play: Play) -> str:
    return play.view().asked


def test_a_round_is_told_as_on_the_page() -> None:
    play = thrown()
    play.push("6*4*3+1=73 #8 6*4*(3+1)=96 (6+4-3)/1=7 #25")
    assert [event.sentence for event in play.events] == [
        "A throws 6 4 3 1, for everybody to use.",
        "A makes 73 = 6 × 4 × 3 + 1, and covers it.",
        "A earns £100 (silver 73 in the yellow zone) and has £600.",
        f"A draws card 8: {Card.find(8).line}",
        "A receives £100 (÷ was not used) and has £700.",
        "B makes 96 = 6 × 4 × (3 + 1) with the same dice, and covers it.",
        "B earns £100 and has £600.",
        "C makes 7 = 6 + 4 − 3 ÷ 1 with the same dice, and covers it.",
        "C earns £15 (gold 7 in the blue zone) and has £515.",
        f"C draws card 25: {Card.find(25).line}",
        "C receives £200 (− was used) and has £715.",
    ]


def test_R11_who_covers_twice_in_a_row_is_said_to_throw_next() -> None:
    play = thrown(players=2, cards=False)
    play.push("=73 =96 6431 =72 =14")
    assert [event.sentence for event in play.events if event.kind in (Event.THROWS, Event.COVERS)][1:] == [
        "A makes 73 = 6 × 4 × 3 + 1, and covers it.",
        "B makes 96 = 6 × 4 × (3 + 1) with the same dice, and covers it.",
        "B is next to throw: 6 4 3 1, for everybody to use.",
        "B makes 72 = 6 × 4 × 3 × 1, and covers it.",
        "A makes 14 = 6 + 4 + 3 + 1 with the same dice, and covers it.",
    ]


def reward_of(play: Play) -> str:
    """The sentence about what the last placement earned."""
    (told,) = (event.sentence for event in play.events if event.ply == play.ply and event.kind == Event.EARNS)
    return told


@pytest.mark.parametrize(("n", "why"), [(72, ""), (7, "gold 7"), (71, "silver 71")])
def test_R42_a_mark_is_told_as_the_reason_of_a_reward_without_a_line(n: int, why: str) -> None:
    play = thrown("hex")
    play.push(f"={n}")
    assert why in reward_of(play)
    assert ("gold" in reward_of(play) or "silver" in reward_of(play)) == bool(why)


def test_R42_rewards_of_hex_are_told_as_sums() -> None:
    play = thrown("hex", cards=False)
    play.push("=72")
    play.push("=73")
    assert reward_of(play) == "B earns £30 (£20 for silver 73 + £10 for 1 in line) and has £530."
    play.push("=71")
    assert reward_of(play) == "C earns £40 (£20 for silver 71 + £20 for 2 in line) and has £540."


@pytest.mark.parametrize(
    ("cells", "place", "options", "told"),
    [
        ("", "=7", {}, "£30 (gold 7 in the centre)"),
        ("", "=4", {}, "£10 (4 in the centre)"),
        ("C0:4", "=8@V1", {}, "£20 (£10 for 8 in violet + £10 for 4)"),
        ("C0:4 V1:5 I12:3 B18:6", "=7@I1", {}, "£140 (£60 for gold 7 in indigo + £50 for 6 + £20 for 3 + £10 for 5)"),
        ("C0:6 B2:14", "=7@G3", {}, "£950 (£900 for gold 7 in green, trebled + £50 for 14)"),
        ("C0:6 I1:14", "=7@B1", {}, "£320 (£300 for gold 7 in blue, doubled + £20 for 14)"),
        (
            "C0:6 B2:14",
            "=7@G3",
            {"mark_applies": "total"},
            "£1,050 (£300 for gold 7 in green + £50 for 14, all trebled)",
        ),
        ("C0:20 V1:10 I1:14", "=7@I12", {"link_rule": "flat10_related"}, "£70 (£60 for gold 7 in indigo + £10 for 14)"),
        ("C0:20 V1:10 I1:14", "=7@I12", {}, "£90 (£60 for gold 7 in indigo + £20 for 14 + £10 for 10)"),
    ],
)
def test_R54_rewards_of_counters_are_told_as_sums(cells: str, place: str, options: dict[str, Any], told: str) -> None:
    """The parts may come in any order."""
    n = place[1:].split("@")[0]
    play = laid(cells, n, "99", **{"cards": False, **options})
    play.push(place)
    whole, _, inside = told.partition(" (")
    found = re.fullmatch(rf"A earns {re.escape(whole)} \((.*)\) and has {pounds(play.s.money[0])}\.", reward_of(play))
    assert found, reward_of(play)
    assert sorted(re.split(r" \+ ", found[1].replace(", all trebled", ""))) == sorted(
        re.split(r" \+ ", inside[:-1].replace(", all trebled", ""))
    )
    assert (", all trebled" in found[1]) == ("all trebled" in told)


@pytest.mark.parametrize("variant", VARIANTS)
def test_sums_add_up_in_random_plays(variant: str) -> None:
    """The amounts in the brackets make the amount before them, but for what a bonus cell multiplies."""
    told = 0
    for seed in range(6):
        play, rng = random_play(f"sums {seed}", variant, {"max_throws": 30})
        while not play.over and play.ply < 150:
            before = [int(amount) for amount in play.s.money]
            events = len(play.events)
            play_on(play, rng)
            for event in play.events[events:]:
                if event.kind != Event.EARNS:
                    continue
                told += 1
                seat, paid, _ = event.numbers
                amounts = [int(found.replace(",", "")) for found in re.findall(r"£([\d,]*\d)", event.sentence)]
                assert amounts[0] == paid
                assert amounts[-1] == before[seat] + paid
                inside = sum(amounts[1:-1])
                times = 3 if "all trebled" in event.sentence else 2 if "all doubled" in event.sentence else 1
                assert len(amounts) == 2 or inside * times == paid
    assert told > 20


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (1, "Nothing happens to A (7 cannot be divided by 6)."),
        (2, "A receives £50 and has £565."),
        (7, "A pays £200 and has £315."),
        (8, "A receives £250 (÷ was used) and has £765."),
        (16, "A receives £150 (7 is gold) and has £665."),
        (17, "Nothing happens to A (no two dice alike)."),
        (18, "A receives £30 and has £545."),
        (20, "A pays £10 to B (7 is odd)."),
        (22, "B pays £20 to A (7 is odd)."),
        (24, "A receives £250 (7 is gold) and has £765."),
        (25, "A receives £200 (− was used) and has £715."),
    ],
)
def test_R71_a_card_is_told_with_its_condition(card: int, told: str) -> None:
    play = thrown()
    play.push("(6+4-3)/1=7")
    play.push(f"#{card}")
    assert said(play)[:2] == [f"A draws card {card}: {Card.find(card).line}", told]


@pytest.mark.parametrize(
    ("throw", "n", "card", "told"),
    [
        ("6431", 36, 1, "A pays £100 (36 can be divided by 6)"),
        ("6431", 36, 8, "A receives £100 (÷ was not used)"),
        ("6431", 36, 16, "Nothing happens to A (36 is neither gold nor silver)."),
        ("6431", 36, 20, "A receives £50 (36 is even)"),
        ("6431", 36, 22, "A pays £20 to B (36 is even)."),
        ("6431", 36, 25, "Nothing happens to A (− was not used)."),
        ("6633", 36, 17, "A receives £200 (2 dice alike)"),
        ("4441", 36, 17, "A receives £300 (3 dice alike)"),
        ("6666", 36, 17, "A receives £400 (4 dice alike)"),
        ("6431", 73, 16, "A receives £50 (73 is silver)"),
    ],
)
def test_R71_conditions_of_other_numbers(throw: str, n: int, card: int, told: str) -> None:
    """In `counters` any number draws a card, if it connects; 72 and 12 are relatives of 36, and 71 and 97 of 73."""
    beside = {36: "C0:72 V2:12", 73: "C0:71 V2:97"}[n]
    play = laid(beside, str(n), "99", throw=throw)
    play.push(f"={n}@V1")
    play.push(f"#{card}")
    assert said(play)[1].startswith(told)


def test_R72_who_cannot_pay_in_full() -> None:
    play = thrown(starting_money=50)
    play.push("6+4-3*1=7 #7")
    assert said(play)[1] == "A pays £65 of the £200 and has £0."
    assert asked(play) == "A's turn: bankrupt! Forfeit, or join another side to help it."
    play.push("join:C")
    assert said(play)[0] == "A is bankrupt and joins C to help."


def test_R75_forfeiting_is_told() -> None:
    play = thrown(starting_money=50)
    play.push("6+4-3*1=7 #7 forfeit")
    assert said(play)[0] == "A is bankrupt and forfeits."


def test_every_ending_has_words_and_every_card_too() -> None:
    assert [number for number, _ in Ending.each()] == [*range(Ending.GOING_ON, Ending.MAX_THROWS + 1)]
    assert [card for card, _ in Card.each()] == [*range(1, 26)]
    endings = [ending.line for ending in Ending.DECLARED]
    assert all(endings)
    assert len(set(endings)) == len(endings)
    assert all(card.line[0].isupper() and card.line[-1] == "." for card in Card.DECLARED)


@pytest.mark.parametrize(
    ("money", "more", "told"),
    [
        ("700,600,715", "", "C wins with £715; A £700; B £600."),
        ("700,700,600", "", "A and B share the win with £700; C £600."),
        ("500,500,500", "", "A and B and C share the win with £500."),
        ("0,1200,600", "out=3,0,0", "B wins with £1,200; C £600; A out."),
        ("0,1200,0", "out=3,0,1", "B wins with £1,200; A out; C out."),
        ("0,0,90", "out=2,3,0", "C wins with £90; B out; A out."),
    ],
)
def test_E3_E4_standings(money: str, more: str, told: str) -> None:
    play = parlour.new("numeric", players=3)
    play.place(
        f"phase=finished throws=4 thrower=A asked=0 money={money} A=7,5,11 drawn=3 pack=1,2,3 {more} reason=funds"
    )
    assert say(standings(play.s, play.o)) == told
    assert asked(play).startswith("The game is over: the agreed amount has been reached. ")
    places = [re.sub(" (wins|share the win) with| £.*", "", place) for place in told.rstrip(".").split("; ")]
    purses = asked(play).rstrip(".").split("reached. ")[1]
    ruined = {place.removesuffix(" out") for place in places if place.endswith(" out")}
    assert {purse[0] for purse in purses.split(", ") if purse.endswith(" out")} == ruined
    assert purses[0] == told[0], "the richest first"


def test_E3_sides_ruined_by_the_same_card_share_their_place() -> None:
    play = parlour.new("numeric", players=3)
    play.place("phase=finished throws=4 thrower=A asked=0 money=90,0,0 A=7 drawn=1 pack=4 out=0,1,1 reason=last_side")
    assert say(standings(play.s, play.o)) == "A wins with £90; B and C out."


def test_a_lone_player_is_told_his_money_and_throws() -> None:
    play = parlour.new("numeric", "practice", end="cover_count(2)")
    play.push("6431 6*4*3*1 6431 6*4*3+1")
    assert play.over
    assert said(play)[-1] == "The game is over: the agreed number of numbers is taken. A has £2 after 2 throws."
    one = parlour.new("numeric", "practice", end="cover_count(1)")
    one.push("6431 6*4*3*1")
    assert said(one)[-1].endswith("A has £1 after 1 throw.")


def test_who_is_asked_what() -> None:
    play = parlour.new("numeric", players=3)
    assert asked(play) == "Who throws first is decided by lot."
    play.push("first:B")
    assert asked(play) == "B's turn: throw the dice."
    play.push("6431")
    assert asked(play) == "B's turn: make a number from 6 4 3 1, or pass."
    play.push("=7")
    assert asked(play) == "B's turn: take an action card."
    play.push("#9")
    assert asked(play) == f"B's turn: card 9. {Card.find(9).line}"


def test_R1_who_did_not_throw_is_told_that_the_throw_is_for_all() -> None:
    play = parlour.new("numeric", players=3)
    play.push("first:B 6431 pass")
    assert asked(play) == "C's turn: make a number from B's throw 6 4 3 1, which is for all, or pass."
    assert play.view(1).asked == "C's turn: make a number from your throw 6 4 3 1, which is for all, or pass."


def test_who_is_asked_what_in_counters() -> None:
    play = parlour.new("numeric", variant="counters", first_side="A", rack_size=3)
    assert asked(play) == "A fills their rack from the bag."
    play.push(">4 >98 >99")
    assert asked(play) == "B fills their rack from the bag."
    play.push(">8 >97 >95 6431")
    assert "their own rack" in asked(play)
    play.push("=4")
    play.push("=8")
    assert asked(play) == "B's turn: choose a cell for 8."
    play = laid("C0:4", "64 98 99", "8 97 95", more="circuit=1", rack_size=3, exchange_on_miss=2)
    assert "any rack" in asked(play)
    pass_throw(play)
    assert asked(play) == "A's turn: exchange 2 counters, or keep the rack."
    play.push("~98")
    assert asked(play) == "A's turn: draw a counter for 98."
    play.push(">1")
    assert asked(play) == "A's turn: exchange 1 counter, or keep the rack."
    assert said(play) == ["A exchanges 98 for 1."]


def test_the_scramble_and_passes_are_told() -> None:
    play = dealt("4 98 99", "8 97 95", rack_size=3)
    play.push("6431 pass")
    assert said(play) == ["A passes."]
    play.push("=8")
    assert said(play)[-1] == "The scramble begins: with the same dice, any counter on any rack may be placed."
    play.push("=4@V1")
    assert said(play)[2:] == [
        "A has nothing to place with these dice, and passes.",
        "B has nothing to place with these dice, and passes.",
    ]


@pytest.mark.parametrize("amount", [0, 1000])
def test_R58_the_special_bonus_is_told_if_there_is_one(amount: int) -> None:
    play = laid("C0:4", "8", "99", placed="AA", special_bonus=amount)
    play.push("=8@V1")
    told = [sentence for sentence in said(play) if "special bonus" in sentence]
    assert told == (["A has placed three counters of their own: a special bonus of £1,000."] if amount else [])


def test_N46_members_of_a_side_take_turns() -> None:
    play = parlour.new("numeric", members="2,1,2", players=3, first_side="A", cards=False)
    speakers = []
    for _ in range(4):
        play.push("6431")
        for _ in range(3):
            speakers.append(asked(play).split(": make")[0].replace("'s turn", ""))
            play.push("pass")
    assert speakers == [
        *("A (member 1 of 2)", "B", "C (member 1 of 2)"),
        *("B", "C (member 2 of 2)", "A (member 2 of 2)"),
        *("C (member 1 of 2)", "A (member 1 of 2)", "B"),
        *("A (member 2 of 2)", "B", "C (member 2 of 2)"),
    ]


def test_N46_members_of_a_team_of_three() -> None:
    play = parlour.new("numeric", variant="counters", members=3, first_side="A", rack_size=3, auto_pass=False)
    play.push(">4 >98 >99 >8 >97 >95")
    speakers = []
    for _ in range(4):
        play.push("6431")
        speakers.append(asked(play).split(": make")[0].replace("'s turn", ""))
        while play.s.phase != Phase.THROWING:
            play.push("pass")
    assert speakers == ["A (member 1 of 3)", "B (member 2 of 3)", "A (member 3 of 3)", "B (member 1 of 3)"]


def test_N46_nothing_else_changes() -> None:
    records = []
    for members in ("1", "2"):
        play, rng = parlour.new("numeric", members=members, first_side="A"), random.Random(4)
        for _ in range(40):
            if not play.over:
                play_on(play, rng)
        records.append(([event.sentence for event in play.events], play.position))
    assert records[0] == records[1]


def test_hints_come_in_five_steps() -> None:
    play = thrown()
    told = hints(play.s, play.o)
    assert told[0] == "56 free numbers can be made, and the best of them pays £100."
    assert told[1].startswith("Free, and can be made: 1, 2, 3")
    assert told[2:] == [
        "What pays best: 73, 71 and 84.",
        "To make 73, begin with 6 × 4 = 24.",
        "73 = 6 × 4 × 3 + 1.",
    ]
    play.push("6*4*3+1=73 #2")
    assert hints(play.s, play.o)[2].startswith("What pays best: 71")


def test_hints_name_the_best_paying_number_that_is_free() -> None:
    for seed in range(10):
        play, rng = random_play(f"hints {seed}")
        for _ in range(40):
            if play.over:
                break
            if play.s.phase == Phase.FORMING:
                check_hints(play)
            play_on(play, rng)


def check_hints(play: Play) -> None:
    numbers = {1 + (code - Action.FORM) // 4 for code in play.legal_codes() if Action.FORM <= code < Action.PLACE}
    told = hints(play.s, play.o)
    if not numbers:
        assert len(told) == 1
        assert told[0].startswith("No free number can be made from")
        return
    assert told[0].startswith(
        f"{len(numbers)} free numbers can be made, and " if len(numbers) > 1 else "One free number can be made, "
    )
    assert {int(n) for n in re.findall(r"\d+", told[1])} == numbers
    best = int(re.findall(r"\d+", told[2])[0])
    assert best in numbers
    assert told[-2].startswith(f"To make {best}, begin with ")
    play.push(told[-1].removesuffix(".").partition(" = ")[2])
    assert 1 + (play.codes[-1] - Action.FORM) // 4 == best
    play.undo()
    if play.o.variant != Variant.COUNTERS:
        assert paid(play, best) == max(paid(play, n) for n in [*sorted(numbers)[-12:], best])


def paid(play: Play, n: int) -> int:
    play.push(f"={n}")
    reward = next(event.numbers[1] for event in play.events if event.ply == play.ply and event.kind == Event.EARNS)
    play.undo()
    return reward


def test_hints_for_a_cell() -> None:
    play = laid("C0:4 V1:5 I12:3 B18:6 I1:7 B2:8 I2:9 V2:10 G2:64", "2", "99", throw=throw_making(2))
    play.push("=2")
    assert hints(play.s, play.o) == ["2 can earn £750.", "2 earns £750 on G3."]


def test_no_hints_where_nothing_is_to_be_found() -> None:
    play = thrown()
    play.push("=7")
    assert hints(play.s, play.o) == []
    play.push("#3")
    assert hints(play.s, play.o) == []


def test_a_review_tells_what_would_have_paid_more() -> None:
    play = thrown()
    play.push("=14")
    assert play.review() == (
        "You made 14 for £5; also possible: 73 = 6 × 4 × 3 + 1 for £100; 71 = 6 × 4 × 3 − 1 for £100; "
        "84 = (6 + 1) × 4 × 3 for £100."
    )
    play.undo()
    play.push("pass")
    assert play.review().startswith("You passed; also possible: 73 = 6 × 4 × 3 + 1 for £100; ")
    play.undo()
    play.push("=96")
    assert play.review() == "", "nothing pays more than £100"


def test_a_review_leaves_out_what_was_covered_before() -> None:
    play = thrown(cards=False)
    play.push("=73")
    play.push("=14")
    assert play.review().startswith("You made 14 for £5; also possible: 71 = 6 × 4 × 3 − 1 for £100")


def test_a_review_of_a_cell() -> None:
    play = laid("C0:4 V1:5 I12:3 B18:6 I1:7 B2:8 I2:9 V2:10 G2:64", "2", "99", throw=throw_making(2))
    play.push("=2@V3")
    assert play.review() == "You placed 2 on V3 for £40; also possible: G3 for £750; G23 for £650; Y2 for £500."
    play.undo(2)
    play.push("=2@G3")
    assert play.review() == ""


def test_a_review_has_nothing_to_say_about_chance_or_choices() -> None:
    play = thrown()
    assert play.review() == ""
    play.push("=7 #3")
    assert play.review() == ""
    play.push("take")
    assert play.review() == ""


@pytest.mark.parametrize("word", ["clock", "claim:B"])
def test_a_review_does_not_give_away_a_turn_that_a_call_left_open(word: str) -> None:
    play = laid("C0:4", "8 12", "16", more="circuit=1", scramble="claim", end="time_limit(9)")
    play.call(word)
    assert play.s.phase == Phase.FORMING
    assert play.review() == ""


def test_a_review_after_time_ran_out() -> None:
    play = thrown(move_seconds=30)
    play.call("timeout")
    assert "also possible: 73 = 6 × 4 × 3 + 1 for £100" in play.review()


def test_calls_are_told() -> None:
    play = laid(
        "C0:4", "8 12", "16", more="circuit=1", scramble="claim", end="time_limit(9)", move_seconds=9, max_attempts=1
    )
    told = {}
    for word in play.calls:
        play.call(word)
        told[word] = said(play)[0]
        play.undo()
    assert told == {
        "clock": "Time is up.",
        "timeout": "A ran out of time.",
        "attempts": "A had too many attempts: the turn is a pass.",
        "claim:B": "B claims the turn.",
    }


def test_the_last_throw_is_told() -> None:
    play = thrown(finish_throw=True, end="cover_count(1)", cards=False)
    play.push("=14")
    assert said(play)[-1] == "This is the last throw: the agreed number of numbers is taken."


def test_sentences_of_actions() -> None:
    play = thrown()
    sentences = {action.notation: action.sentence for action in play.legal}
    assert sentences["6*4*3+1=73"] == "Make 73 = 6 × 4 × 3 + 1, using neither − nor ÷, and cover 73."
    assert sentences["6+4-3/1=7"] == "Make 7 = 6 + 4 − 3 ÷ 1, using − and ÷, and cover 7."
    assert sentences["pass"] == "Pass and earn nothing."
    play.push("=7")
    play.push("#3")
    assert [action.sentence for action in play.legal] == [
        "Take £200 and play on.",
        "End the game now: A wins with £515; B £500; C £500.",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [({}, "Take £200, with which the game ends."), ({"finish_throw": True}, "Take £200 and play on.")],
)
def test_taking_money_says_whether_it_ends_the_game(options: dict[str, Any], told: str) -> None:
    play = thrown(end="funds(600)", **options)
    play.push("=7")
    play.push("#3")
    assert play.legal[0].sentence == told
    play.push("take")
    assert play.over == (not options)


def test_a_cell_is_offered_with_what_it_pays() -> None:
    play = laid("C0:4 V1:5 I12:3 B18:6 I1:7 B2:8 I2:9 V2:10 G2:64", "35", "99", throw=throw_making(35))
    play.push("=35")
    assert {action.sentence for action in play.legal} == {"Place 35 on B1 for £320.", "Place 35 on V6 for £50."}


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_an_action_pays_is_told_as_a_number(variant: str) -> None:
    """As its label has it, and as the purse has it afterwards."""
    play, rng = random_play(2, variant)
    while play.s.phase != Phase.FORMING or not any(action.pays for action in play.legal):
        if play.at_chance:
            play.roll(rng)
        else:
            play.push(rng.choice(play.legal_codes()))
    action = max(play.legal, key=lambda action: action.pays)
    assert action.label.startswith(f"{action.notation.rpartition('=')[2]} for {pounds(action.pays)}")
    assert all(action.pays == 0 for action in play.legal if action.notation == "pass")
    play.push(action.notation)
    if play.s.phase == Phase.PLACING:
        best = max(play.legal, key=lambda action: action.pays)
        assert best.pays == action.pays
        play.push(best.notation)
    earned = next(event.numbers[1] for event in reversed(play.events) if event.kind == Event.EARNS)
    assert earned == action.pays
