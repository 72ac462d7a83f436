"""The action cards: the rules R70 to R75, the end cards of E2, and the worked examples V60 and V61."""

from typing import Any

import pytest

from parlour.engine.play import Play
from parlour.games.numeric.state import Event, Phase
from tests.games.numeric.tabletop import (
    PAGE,
    VECTORS,
    asked,
    at,
    cover,
    covered_by,
    make,
    money,
    moves,
    new,
    phase,
    reason,
    said,
    with_card,
)

# V60: the number, its reward, the throw and what is said; the last two are hexagons touched along two axes
SITUATIONS: dict[str, tuple[int, int, str, str, str]] = {
    "S1": (7, 15, "zones", "throw=6431", "(6+4-3)/1=7"),
    "S2": (36, 30, "hex", "throw=6633 B=35,22", "3*6+3*6=36"),
    "S3": (63, 30, "hex", "throw=4441 B=62,47", "4*4*4-1=63"),
    "S4": (2, 10, "zones", "throw=6431", "(4-6/3)/1=2"),
}
V60 = """
 1 515/500 430/500 530/500 510/500
 2 565/500 580/500 580/500 560/500
 3 715/500 730/500 730/500 710/500
 4 715/400 730/400 730/400 710/400
 5 715/500 730/500 730/500 710/500
 6 415/500 430/500 430/500 410/500
 7 315/500 330/500 330/500 310/500
 8 765/500 630/500 630/500 760/500
 9 815/500 830/500 830/500 810/500
10 475/520 490/520 490/520 470/520
11 415/500 430/500 430/500 410/500
12 475/520 490/520 490/520 470/520
13 530/500 560/500 560/500 520/500
14 555/480 570/480 570/480 550/480
15 715/500 730/500 730/500 710/500
16 665/500 530/500 530/500 560/500
17 515/500 730/500 830/500 510/500
18 545/500 590/500 590/500 530/500
19 530/500 560/500 560/500 520/500
20 495/510 580/500 510/510 560/500
21 615/450 630/450 630/450 610/450
22 555/480 490/520 570/480 470/520
23 765/500 780/500 780/500 760/500
24 765/500 530/500 530/500 660/500
25 715/500 530/500 730/500 710/500
"""
TABLE = {int(row.split()[0]): dict(zip(SITUATIONS, row.split()[1:], strict=True)) for row in V60.strip().splitlines()}


def situation(name: str, **options: Any) -> Play:
    """A has placed the number of a situation of V60, and a card is due."""
    n, reward, variant, words, statement = SITUATIONS[name]
    play = at(variant, words, players=3, **options)
    play.push(statement)
    assert (phase(play), money(play), play.s.reward) == ("card", [500 + reward, 500, 500], reward)
    assert covered_by(play, "A") == [n]
    return play


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("card", TABLE)
def test_V60_every_card_in_four_situations(card: int, name: str) -> None:
    play = situation(name)
    play.push(f"#{card}")
    if card in (3, 9):
        play.push("take")
    drawer, other = map(int, TABLE[card][name].split("/"))
    assert money(play) == [drawer, other, other]
    assert (asked(play), play.s.drawn) == ("B", 1)


def test_V60_is_the_table_of_the_page_and_of_the_vectors() -> None:
    vectors = VECTORS["cards"]["drawer_and_each_other_afterwards"]
    for card, row in TABLE.items():
        assert {name: "/".join(map(str, pair)) for name, pair in vectors[str(card)].items()} == row
    section = PAGE.split("- **V60.**")[1].split("- **V61.**")[0]
    for card, row in TABLE.items():
        assert f"| {card} | {' | '.join(row.values())} |" in section


@pytest.mark.parametrize("case", VECTORS["cards"]["short_purses"], ids=lambda case: f"card{case['card']}")
def test_V61_short_purses(case: dict[str, Any]) -> None:
    play = with_card(case["card"], f"money={','.join(map(str, case['money_before_the_card']))}")
    assert money(play) == case["money"]
    assert phase(play) == "bankrupt"
    assert [seat for seat in range(3) if play.s.broke >> seat & 1] == case["bankrupt"]


def test_V61_the_cases_of_the_page() -> None:
    assert money(with_card(10, "money=30,500,500")) == [0, 520, 510]
    assert money(with_card(4, "money=500,40,500")) == [640, 0, 400]
    assert money(with_card(7, "money=150,500,500")) == [0, 500, 500]


@pytest.mark.parametrize("variant", ["zones", "hex", "counters"])
def test_R70_without_cards_none_is_ever_due(variant: str) -> None:
    words = {
        "zones": "throw=6431",
        "hex": "throw=6431 B=72,71",
        "counters": "throw=6431 A=4,5,3,6 cells=C0:4,V1:5,I12:3,B18:6 rackA=7 rackB=20",
    }[variant]
    statement = {"zones": "=73", "hex": "=73", "counters": "=7@I1"}[variant]
    for cards in (True, False):
        play = at(variant, words, cards=cards)
        play.push(statement)
        assert (phase(play) == "card") is cards
        assert cards or asked(play) == "B"


def test_R70_any_card_of_a_fresh_pack_may_be_on_top() -> None:
    play = cover("zones", 73)
    weights = {outcome.notation: outcome.weight for outcome in play.outcomes}
    assert weights == {f"#{card}": 1 for card in range(1, 26)}


def packed(count: int) -> tuple[list[int], str]:
    """So many cards drawn, in an order of their own, and the words that say so."""
    pack = [1 + 7 * i % 25 for i in range(min(count, 25))]
    return pack, f"drawn={count} pack={','.join(map(str, pack))}"


@pytest.mark.parametrize("mode", ["cycle", "reshuffle"])
@pytest.mark.parametrize("count", [1, 10, 24])
def test_R70_a_card_that_was_seen_is_under_the_pack(mode: str, count: int) -> None:
    pack, words = packed(count)
    play = cover("zones", 73, words=words, deck_mode=mode)
    assert {outcome.notation for outcome in play.outcomes} == {f"#{card}" for card in range(1, 26) if card not in pack}


def test_R70_N44_cycle_after_25_cards_the_order_is_known() -> None:
    pack, words = packed(24)
    last = next(card for card in range(1, 26) if card not in pack)
    play = at("zones", f"throw=6431 {words}", end_cards="money_only", end="throw_limit(99)")
    play.push(f"=73 #{last}")
    drawn = []
    for n in (7, 2, 13, 5):
        if phase(play) == "throwing":
            play.push("6431")
        play.push(f"={n}")
        assert play.s.phase != Phase.TURNING_CARD, "nothing is drawn by chance any more"
        drawn += [event.numbers[1] for event in play.events if event.kind == Event.DRAWS_CARD and event.ply == play.ply]
    assert drawn == pack[:4]
    assert play.s.drawn == 29


@pytest.mark.parametrize("count", [25, 26, 49, 50, 63])
def test_R70_N44_cycle_the_next_card_is_the_one_drawn_25_cards_ago(count: int) -> None:
    pack, words = packed(count)
    play = cover("zones", 73, words=words, end_cards="money_only")
    assert said(play)[2].startswith(f"A draws card {pack[count % 25]}:")


@pytest.mark.parametrize("count", [24, 49])
def test_R70_N44_reshuffle_after_every_25th_card_the_pack_is_new(count: int) -> None:
    pack, _ = packed(24)
    words = f"drawn={count} pack={','.join(map(str, pack))}"
    play = cover("zones", 73, words=words, deck_mode="reshuffle", end_cards="money_only")
    assert len(play.outcomes) == 1, "the last card of the pack"
    play.push(play.outcomes[0].code)
    assert "pack=" not in play.position
    while not play.at_chance:
        play.push("pass")
    make(play, 97)
    assert len(play.outcomes) == 25


def test_N44_the_cards_seen_are_known_to_all() -> None:
    play = new("zones")
    play.push("6431 6*4*3+1=73 #8")
    assert all("drawn=1 pack=8" in play.view(seat).position for seat in (0, 1, None))


def test_R71_your_reward_is_that_of_the_placement_without_the_special_bonus() -> None:
    words = "throw=6431 A=4,5,3,6 cells=C0:4,V1:5,I12:3,B18:6 rackA=7 rackB=20 circuit=1 placed=2,0 made=2"
    play = at("counters", words, special_bonus=1000)
    play.push("=7@I1")
    assert (phase(play), money(play)[0]) == ("card", 500 + 140 + 1000)
    play.push("#13")
    assert money(play)[0] == 500 + 140 + 1000 + 140


def test_R71_N41_the_throw_on_the_table_is_everybodys() -> None:
    play = at("zones", "throw=4443 turn=B asked=1", players=3)
    play.push("4*4*4-3=61")
    assert (phase(play), money(play)) == ("card", [500, 650, 500])
    play.push("#17")
    assert (money(play), said(play)[-1]) == ([500, 950, 500], "B receives £300 (3 dice alike) and has £950.")


@pytest.mark.parametrize(
    ("dice", "pays"), [("6431", 0), ("6331", 200), ("6633", 200), ("6333", 300), ("3333", 400), ("1111", 400)]
)
def test_N41_equal_dice(dice: str, pays: int) -> None:
    play = at("zones", f"throw={dice}")
    play.push("=2")
    play.push("#17")
    assert money(play)[0] == 500 + 10 + pays


def test_N41_three_dice_may_be_alike_too() -> None:
    play = at("zones", "throw=222", dice=3)
    play.push("2*2-2=2")
    play.push("#17")
    assert money(play)[0] == 500 + 10 + 300


@pytest.mark.parametrize(
    ("statement", "card8", "card25"),
    [
        ("6+4-3*1=7", 100, 200),
        ("(6+4-3)/1=7", 250, 200),
        ("6/3+4+1=7", 250, 0),
        ("6*4*3+1=73", 100, 0),
    ],
)
def test_R71_the_signs_are_those_that_were_stated(statement: str, card8: int, card25: int) -> None:
    for card, pays in ((8, card8), (25, card25)):
        play = at("zones", "throw=6431")
        play.push(statement)
        before = money(play)[0]
        play.push(f"#{card}")
        assert money(play)[0] == before + pays


def test_R72_every_other_active_side_pays() -> None:
    play = with_card(21, "money=500,500,500,500 drawn=1 pack=7 out=0,0,1,0", players=4)
    assert money(play) == [600, 450, 500, 450]
    assert [sentence for sentence in said(play) if "pays" in sentence] == ["B pays £50 to A.", "D pays £50 to A."]


def test_R72_every_other_active_side_is_paid() -> None:
    play = with_card(12, "money=500,500,500,500 drawn=1 pack=7 out=0,1,0,0", players=4)
    assert money(play) == [460, 500, 520, 520]


def test_R72_N42_clockwise_from_the_left_of_the_side_that_drew() -> None:
    words = "phase=card throw=6431 turn=B asked=1 B=7 number=7 signs=3 reward=15 made=1"
    play = at("zones", f"{words} money=500,30,500,500", players=4)
    play.push("#10")
    assert money(play) == [500, 0, 520, 510], "C has £20, D the rest, A nothing"
    assert said(play)[1:] == ["B pays £20 to C.", "B pays £10 to D.", "B pays £0 to A."]


def test_R72_N42_who_cannot_pay_in_full_pays_what_he_has() -> None:
    play = with_card(4, "money=500,40,0")
    assert money(play) == [540, 0, 0]


@pytest.mark.parametrize(("card", "why"), [(1, "7 cannot be divided by 6"), (17, "no two dice alike")])
def test_R73_a_card_whose_condition_does_not_hold_does_nothing(card: int, why: str) -> None:
    play = with_card(card, "")
    assert (money(play), asked(play)) == ([500, 500, 500], "B")
    assert said(play)[1] == f"Nothing happens to A ({why})."


@pytest.mark.parametrize("card", [16, 24])
def test_R73_an_unmarked_number_earns_nothing_by_the_prime_cards(card: int) -> None:
    play = cover("hex", 50, [49, 60])
    before = money(play)
    play.push(f"#{card}")
    assert money(play) == before
    assert said(play)[1] == "Nothing happens to A (50 is neither gold nor silver)."


def test_N39_double_pays_the_reward_once_more_and_treble_twice() -> None:
    for card, times in ((13, 2), (19, 2), (18, 3)):
        play = cover("zones", 97)
        play.push(f"#{card}")
        assert money(play)[0] == 500 + times * 300


@pytest.mark.parametrize(("purse", "ruined"), [(95, True), (100, True), (105, False)])
def test_R74_a_card_that_leaves_nothing_ruins_a_side(purse: int, ruined: bool) -> None:
    play = with_card(6, f"money={purse},500,500")
    assert (phase(play), asked(play)) == (("bankrupt", "A") if ruined else ("forming", "B"))


def test_R74_who_had_nothing_to_lose_is_not_ruined() -> None:
    play = with_card(4, "money=500,0,500")
    assert (money(play), phase(play)) == ([600, 0, 400], "forming"), "B paid nothing, and has a turn"
    assert asked(play) == "B"


def test_R74_a_side_is_not_ruined_by_what_it_is_paid() -> None:
    play = with_card(10, "money=500,0,500")
    assert (money(play), phase(play)) == ([460, 20, 520], "forming")


@pytest.mark.parametrize(
    ("drawer", "purses", "order"), [("A", "500,60,60,600,60", "BCE"), ("C", "60,600,500,60,60", "DEA")]
)
def test_R74_several_decide_clockwise_from_the_left_of_the_side_that_drew(drawer: str, purses: str, order: str) -> None:
    words = f"thrower={drawer} turn={drawer} {drawer}=7 number=7 signs=3 reward=15 money={purses}"
    play = at("zones", f"phase=card throw=6431 {words}", players=5)
    play.push("#4")
    found = ""
    while phase(play) == "bankrupt":
        found += asked(play)
        play.push("forfeit")
    assert found == order
    assert money(play)["ABCDE".index(drawer)] == 500 + 100 + 3 * 60


def test_R75_out_a_ruined_side_forfeits_or_joins() -> None:
    play = with_card(4, "money=500,40,500")
    assert asked(play) == "B"
    assert moves(play) == {"forfeit", "join:A", "join:C"}


def test_R75_it_cannot_join_one_who_is_ruined_or_out() -> None:
    play = with_card(4, "money=500,40,70,500,500 drawn=1 pack=7 out=0,0,0,0,1", players=5)
    assert (asked(play), moves(play)) == ("B", {"forfeit", "join:A", "join:D"})
    play.push("join:D")
    assert (asked(play), moves(play)) == ("C", {"forfeit", "join:A", "join:D"}), "B is out by now"


@pytest.mark.parametrize("way", ["forfeit", "join:C"])
def test_R75_N43_either_way_it_is_out(way: str) -> None:
    play = with_card(4, "B=96,14 money=500,40,500")
    play.push(way)
    assert asked(play) == "C", "B has no turn"
    assert [play.game.text.out(play.s, play.o, seat) for seat in range(3)] == [False, True, False]
    assert covered_by(play, "B") == [14, 96], "its counters stay"
    play.push("pass")
    for thrower, other in (("C", "A"), ("A", "C"), ("C", "A")):
        assert (phase(play), play.turn_label) == ("throwing", thrower)
        play.push("6431 pass")
        assert asked(play) == other
        play.push("pass")


def test_R75_N43_joining_and_forfeiting_are_the_same_for_the_game() -> None:
    forfeits, joins = with_card(4, "money=500,40,500"), with_card(4, "money=500,40,500")
    forfeits.push("forfeit")
    joins.push("join:C")
    assert said(joins)[0] == "B is bankrupt and joins C to help."
    assert joins.position.replace(" joined=0,3,0", "") == forfeits.position
    assert (joins.s.joined[1], forfeits.s.joined[1]) == (3, 0)


def test_R75_the_drawer_may_be_the_one_who_goes() -> None:
    play = with_card(7, "money=150,500,500")
    assert (asked(play), moves(play)) == ("A", {"forfeit", "join:B", "join:C"})
    play.push("join:B")
    assert asked(play) == "B"
    play.push("pass pass")
    assert play.turn_label == "B", "the next to throw, left of A"


def test_R75_the_rack_of_a_side_that_is_out_stays_open_but_is_not_refilled() -> None:
    words = "phase=throwing throws=1 A=4 cells=C0:4 rackA=21,22,23 rackB=5,30 rackC=31,33,34"
    play = at("counters", f"{words} drawn=1 pack=4 out=0,1,0", players=3, rack_size=3, exchange_on_miss=0)
    play.push("6431")
    assert (asked(play), play.s.circuit) == ("C", 1), "nobody's own rack has anything; the scramble goes anticlockwise"
    play.push("6-4+3*1=5@V1")
    while not play.at_chance:
        play.push("pass")
    assert "rackB=30 " in play.position
    assert (phase(play), play.turn_label) == ("throwing", "C")


def test_R75_stay_the_side_plays_on_from_nothing() -> None:
    play = with_card(7, "money=150,500,500", bankruptcy="stay")
    assert (money(play), asked(play)) == ([0, 500, 500], "B")
    play.push("pass pass 6431 pass pass")
    assert asked(play) == "A"
    play.push("6*4*3*1=72")
    assert money(play)[0] == 50


def test_R75_stay_those_who_pay_stay_too() -> None:
    play = with_card(4, "money=500,40,30", bankruptcy="stay")
    assert (money(play), asked(play)) == ([570, 0, 0], "B")


def test_N43_a_side_may_be_ruined_by_the_card_of_another() -> None:
    play = with_card(21, "money=500,50,500")
    assert (phase(play), asked(play), play.turn_label) == ("bankrupt", "B", "A")


@pytest.mark.parametrize("card", [3, 9])
def test_E2_N38_an_end_card_leaves_a_choice(card: int) -> None:
    play = with_card(card, "money=515,500,500")
    assert (phase(play), asked(play), moves(play)) == ("choosing", "A", {"take", "end"})
    play.push("take")
    assert (money(play)[0], asked(play)) == ({3: 715, 9: 815}[card], "B")


@pytest.mark.parametrize("finish", [False, True])
def test_E2_N38_who_chooses_so_ends_the_game_at_once(finish: bool) -> None:
    play = new("zones", players=3, finish_throw=finish)
    play.push("6431 6*4*3+1=73 #3 end")
    assert (reason(play), money(play)) == ("end_card", [600, 500, 500]), "the reward, and no money for the card"
    assert play.score == (1, -0.5, -0.5), "a leader wins on the spot"


def test_E2_ending_the_game_may_let_another_win() -> None:
    play = with_card(9, "money=515,600,500")
    play.push("end")
    assert play.score == (-0.5, 1, -0.5)


@pytest.mark.parametrize(("card", "pays"), [(3, 200), (9, 300)])
def test_N38_money_only_end_cards_just_pay(card: int, pays: int) -> None:
    play = with_card(card, "", end_cards="money_only")
    assert (money(play)[0], asked(play)) == (500 + pays, "B")


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize(("treble", "times"), [("thrice_in_all", 2), ("thrice_more", 3)])
def test_N39_treble_makes_three_rewards_in_all_or_pays_three_more(treble: str, times: int, name: str) -> None:
    reward = SITUATIONS[name][1]
    play = situation(name, treble_card=treble)
    play.push("#18")
    assert money(play) == [500 + reward + times * reward, 500, 500]
    for card in (13, 19):
        other = situation(name, treble_card=treble)
        other.push(f"#{card}")
        assert money(other) == [500 + 2 * reward, 500, 500], "double is the reward once more at any table"


def test_N39_the_card_says_what_it_pays() -> None:
    for treble, words in (
        ("thrice_in_all", "A draws card 18: Your reward is trebled."),
        ("thrice_more", "A draws card 18: You earn your reward three times more."),
    ):
        play = with_card(18, "", treble_card=treble)
        assert said(play)[0] == words
