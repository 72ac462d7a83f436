"""The rules R1 to R12 of the page, one by one, on positions drawn as text."""

import random
from typing import Any

import pytest

import parlour
from parlour.engine.play import IllegalAction, Play
from parlour.games.stencil.state import Action
from tests.games.stencil.table import (
    DEAD,
    ONE_GAME,
    cells,
    claims,
    complete,
    drawn,
    empty_cells,
    moves,
    play_game,
    play_on,
    said,
    set_up,
)

# Nothing is complete, for either player, and nothing will be soon
FIVE_DOWN = """
    R W R W
    R . . .
    . . . .
    . . . .
"""
# Red has no counter left and white has one; only d4 is empty
RED_IS_OUT = """
    W R R W
    W R W W
    R R W R
    R R W .
"""
RULES = ["no_repeat", "free", "strict", "budget"]


def new(**options: Any) -> Play:
    return parlour.new("stencil", **{**ONE_GAME, **options})


def test_R1_players_alternate_and_a_turn_is_one_placement() -> None:
    play = new()
    for turn, cell in enumerate(["a1", "b1", "c1", "d1", "a2"], 1):
        assert (play.s.turns, play.to_move, play.turn_label) == (turn, (turn + 1) % 2, ["White", "Red"][turn % 2])
        play.push(cell)
    assert drawn(play) == FIVE_DOWN.split()


def test_R1_a_turn_is_one_placement_or_one_claim_and_nothing_else() -> None:
    play = set_up(FIVE_DOWN, "white")
    assert moves(play) == empty_cells(play) | claims()
    play.push("@0")
    assert (play.to_move, play.s.turns) == (0, 1)


def test_R2_a_counter_goes_on_any_empty_cell() -> None:
    play = set_up(FIVE_DOWN, "white", min_counters_to_claim=16)
    assert moves(play) == {"b2", "c2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"}
    play.push("c3")
    assert said(play) == ["White places a counter on c3."]
    assert (play.s.hand[0], play.s.hand[1]) == (5, 5)
    after = """
        R W R W
        R . . .
        . . W .
        . . . .
    """
    assert drawn(play) == after.split()


@pytest.mark.parametrize("cell", ["a1", "b1"])
def test_R2_not_on_a_cell_that_is_taken(cell: str) -> None:
    play = set_up(FIVE_DOWN, "white")
    before = play.states.tobytes()
    with pytest.raises(IllegalAction, match=f"'{cell}' cannot be played here: expected one of b2 c2"):
        play.push(cell)
    assert (play.states.tobytes(), play.ply) == (before, 0)


@pytest.mark.parametrize("rule", RULES)
def test_R2_counters_never_move_and_are_never_taken_off_during_a_game(rule: str) -> None:
    rng = random.Random(rule)
    play = new(games=8, failed_claim_rule=rule, unfinished="abandon")
    while not play.over:
        game = play.s.played + play.s.abandoned
        before = list(play.s.counters)
        play_on(play, rng)
        if play.s.played + play.s.abandoned == game:
            assert [play.s.counters[i] & before[i] for i in range(2)] == before
            assert play.s.hand[0] == 8 - play.s.counters[0].bit_count()


@pytest.mark.parametrize("least", [0, 1, 4, 5, 6, 16])
def test_R3_a_claim_needs_enough_counters_on_the_board(least: int) -> None:
    play = set_up(FIVE_DOWN, "white", min_counters_to_claim=least)
    assert moves(play) == empty_cells(play) | (claims() if least <= 5 else set())


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        ("RWRR", "3 red, 1 white on a1 c2 a3 b3. A stencil!"),
        ("RRRW", "3 red, 1 white on a1 c2 a3 b3. A stencil!"),
        ("RRRR", "4 red on a1 c2 a3 b3. Wrong."),
        ("RRWW", "2 red, 2 white on a1 c2 a3 b3. Wrong."),
        ("RWWW", "1 red, 3 white on a1 c2 a3 b3. Wrong."),
        ("RRR.", "3 red, 1 empty on a1 c2 a3 b3. Wrong."),
        (".RRW", "2 red, 1 white, 1 empty on a1 c2 a3 b3. Wrong."),
    ],
)
def test_R3_three_of_yours_and_one_of_theirs(seen: str, words: str) -> None:
    a1, c2, a3, b3 = tuple(seen)
    drawing = f"""
        {a1} . W R
        .  . {c2} W
        {a3} {b3} . .
        . . . W
    """
    play = set_up(drawing)
    play.push("@0")
    assert said(play)[0] == f"Red lays K1, as it lies: {words}"
    assert play.score == ((1, 0) if "stencil" in words else None)


WON = """
    R . . W
    . . W .
    R R . W
    . . . .
"""


def test_R4_a_correct_claim_scores_the_point_and_ends_the_game_at_once() -> None:
    play = set_up(WON)
    play.push("@0")
    assert (play.over, play.score, play.legal) == (True, (1, 0), [])
    assert said(play)[1:] == ["Red wins the game.", "The game is over, 1 to 0: Red wins."]


def test_R4_the_board_is_cleared_for_the_next_game() -> None:
    play = set_up(WON, games=3)
    play.push("@0")
    assert drawn(play) == ["."] * 16
    assert (list(play.s.hand), list(play.s.halves), play.s.played) == ([8, 8], [2, 0], 1)
    assert said(play)[1:] == ["Red wins the game.", "Game 2: White starts."]
    assert moves(play) == empty_cells(play)


def test_R5_a_failed_claim_changes_nothing_on_the_board_and_ends_the_turn() -> None:
    play = set_up(WON)
    play.push("@1")
    assert drawn(play) == WON.split()
    assert (play.to_move, list(play.s.hand), list(play.s.halves)) == (1, [5, 5], [0, 0])
    assert said(play) == ["Red lays K1, a quarter turn: 1 white, 3 empty on b1 d1 b2 c3. Wrong."]


def test_R6_no_repeat_a_second_failure_running_leaves_a_placement() -> None:
    play = set_up(FIVE_DOWN, "white")
    play.push("@0 b2")
    again = "your last turn was a wrong claim: if another is wrong too, a counter must be placed."
    assert play.view(1).asked == f"Your turn: place a counter, or claim; {again}"
    play.push("@1")
    assert said(play)[1:] == ["White must now place a counter."]
    assert (play.to_move, moves(play)) == (1, empty_cells(play))
    assert (
        play.view(1).asked == "Your turn: place a counter, because a second wrong claim in a row does not end the turn."
    )
    play.push("b4")
    assert play.to_move == 0


def test_R6_no_repeat_after_that_placement_a_failure_ends_a_turn_again() -> None:
    play = set_up(FIVE_DOWN, "white")
    play.push("@0? b2 @1?b4 c4")
    assert "a wrong claim ends the turn" in play.view(1).asked
    play.push("@2")
    assert play.to_move == 0


def test_R6_no_repeat_looks_at_the_previous_turn_of_the_same_player() -> None:
    play = set_up(FIVE_DOWN, "white")
    play.push("@0? @0?")
    assert play.to_move == 1, "red's first failure ends his turn although white has just failed"
    play.push("b2 c2 @0?")
    assert play.to_move == 0, "white has placed since"


def test_R6_no_repeat_a_correct_claim_is_as_good_the_second_time() -> None:
    play = set_up(WON)
    play.push("@1 d4 @0")
    assert play.score == (1, 0)


def test_R6_free_failures_are_not_restricted() -> None:
    play = set_up(FIVE_DOWN, "white", failed_claim_rule="free")
    for cell in ("b2", "c2", "d2"):
        play.push(f"@0? {cell}")
    assert play.to_move == 1


def test_R6_free_two_failures_in_a_row_end_the_game_unfinished() -> None:
    play = set_up(FIVE_DOWN, "white", failed_claim_rule="free")
    play.push("@0? b2 @0? @0?")
    assert play.score == (0, 0)
    assert said(play)[1] == "The game is unfinished: a draw."


def test_R6_free_once_neither_can_place_R10_alone_decides() -> None:
    play = set_up(DEAD, failed_claim_rule="free", final_attempts=3)
    play.push("-- @0? @1? -- --")
    assert not play.over
    play.push("--")
    assert play.over


def test_R6_strict_a_failed_claim_never_ends_the_turn() -> None:
    play = set_up(FIVE_DOWN, "white", failed_claim_rule="strict")
    for cell in ("b2", "c2", "d2", "a3"):
        mover = play.to_move
        play.push("@3")
        assert (play.to_move, moves(play)) == (mover, empty_cells(play))
        play.push(cell)
        assert play.to_move == 1 - mover


@pytest.mark.parametrize("budget", [0, 1, 3])
def test_R6_budget_failures_end_the_turn_while_it_lasts(budget: int) -> None:
    play = set_up(FIVE_DOWN, "white", failed_claim_rule="budget", claim_budget=budget)
    for left in range(budget, 0, -1):
        assert list(play.s.budget) == [left, left]
        play.push("@0? @0?")
    for cell in ("b2", "c2", "d2", "a3"):
        mover = play.to_move
        play.push("@3")
        assert (play.to_move, moves(play)) == (mover, empty_cells(play))
        play.push(cell)


@pytest.mark.parametrize("rule", RULES)
def test_R6_at_most_one_claim_a_turn(rule: str) -> None:
    rng = random.Random(rule)
    play = new(games=12, failed_claim_rule=rule)
    claimed: set[int] = set()
    while not play.over:
        if play.s.turns in claimed:
            assert moves(play) == empty_cells(play)
        turn = play.s.turns
        play_on(play, rng)
        if Action.CLAIM <= play.codes[-1] < Action.CHOOSE:
            assert turn not in claimed
            claimed.add(turn)
    assert len(claimed) > 20


@pytest.mark.parametrize("rule", ["no_repeat", "budget"])
def test_R6_a_new_game_forgets_failures(rule: str) -> None:
    budget = {"claim_budget": 1} if rule == "budget" else {}
    play = new(games=2, failed_claim_rule=rule, min_counters_to_claim=0, **budget)
    play.push("b1 c2 a1 a3 d4 c3 @0? @0#")
    assert (play.s.played, play.to_move) == (1, 1)
    play.push("a1 @0?")
    assert play.to_move == 1


@pytest.mark.parametrize("rule", RULES)
def test_R7_unable_to_place_the_turn_is_a_claim_or_no_claim(rule: str) -> None:
    play = set_up(RED_IS_OUT, failed_claim_rule=rule)
    assert moves(play) == claims() | {"--"}
    assert play.view(0).asked == "Your turn: no counter is left; claim, or claim nothing."
    play.push("--")
    assert said(play) == ["Red has nothing to place and claims nothing."]
    assert "--" not in moves(play), "white is able to place"
    play.push("d4")
    assert moves(play) == claims() | {"--"}


def test_R7_also_with_cells_empty_but_no_counters_left() -> None:
    play = set_up("R W R W . . . . . . . . W R W R", counters_each=4)
    assert moves(play) == claims() | {"--"}


def test_R7_with_claims_closed_there_is_only_no_claim() -> None:
    play = set_up("R W R W . . . . . . . . W R W R", counters_each=4, min_counters_to_claim=9)
    assert moves(play) == {"--"}
    assert play.view(0).asked == "Your turn: no counter is left, and claims start at 9 counters."
    play.push("-- --")
    assert play.score == (0, 0)


@pytest.mark.parametrize("failure", ["--", "@0?"])
def test_R7_sets_no_restriction_and_uses_no_budget(failure: str) -> None:
    play = set_up(RED_IS_OUT)
    play.push(failure)
    assert list(play.s.last_failed) == [0, 0]
    play = set_up(RED_IS_OUT, failed_claim_rule="budget")
    play.push(failure)
    assert list(play.s.budget) == [2, 2]


def test_R7_no_claim_counts_as_a_failed_claim() -> None:
    play = set_up(RED_IS_OUT, failed_claim_rule="free")
    play.push("-- @0?")
    assert play.score == (0, 0)


@pytest.mark.parametrize("orientations", ["rotations", "rotations_and_flips"])
def test_R8_a_stencil_stays_complete(orientations: str) -> None:
    rng = random.Random(orientations)
    seen = 0
    play = new(games=30, orientations=orientations)
    while not play.over:
        game, before = play.s.played, [set(complete(play, seat)) for seat in range(2)]
        play_on(play, rng)
        if play.s.played == game:
            for seat in range(2):
                assert before[seat] <= set(complete(play, seat))
                seen += len(before[seat])
    assert seen > 50


def test_R8_it_wins_only_when_its_owner_claims_it() -> None:
    play = set_up(WON, "white")
    play.push("d4")
    assert not play.over
    play.push("a2 b2 c4")
    assert (play.over, play.to_move) == (False, 1)
    play.push("b1 @0#")
    assert play.score == (1, 0)


# Red stands on d1, b2 and c3: a white counter on b1 completes his K1@1, and white's own K2@1 too
POISONED = """
    . . W R
    . R . W
    W W R W
    R . R R
"""


def test_R8_a_placement_may_complete_the_opponents_stencil() -> None:
    play = set_up(POISONED, "white", plate_choice="fixed", white_plate="K3", more="plates=K1,K3")
    assert complete(play, 0) == []
    play.push("b1")
    assert (complete(play, 0), complete(play, 1)) == ([1], [])
    play.push("@1")
    assert play.score == (1, 0)


def test_R8_both_at_once_and_the_player_on_turn_claims_first() -> None:
    play = set_up(POISONED, "white")
    play.push("b1")
    assert (complete(play, 0), complete(play, 1)) == ([1], [1])
    assert play.to_move == 0
    play.push("@1")
    assert play.score == (1, 0)


@pytest.mark.parametrize(("winner", "turn"), [("red", 7), ("white", 8)])
def test_R9_the_earliest_successes(winner: str, turn: int) -> None:
    play = new()
    play_game(play, winner)
    assert play.written[-1].turn == turn
    assert play.written[-1].text == "@0#"


@pytest.mark.parametrize("least", [4, 0])
def test_R9_no_claim_succeeds_earlier(least: int) -> None:
    rng = random.Random(least)
    earliest = [99, 99]
    for _ in range(60):
        play = new(min_counters_to_claim=least, orientations="rotations_and_flips")
        while not play.over:
            if complete(play, play.to_move):
                earliest[play.to_move] = min(earliest[play.to_move], play.s.turns)
            play_on(play, rng)
    assert 7 <= earliest[0] < 12
    assert 8 <= earliest[1] < 13


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("attempts", [1, 2, 3, 4])
def test_R10_unfinished_after_final_attempts_by_each(attempts: int, rule: str) -> None:
    play = set_up(DEAD, final_attempts=attempts, failed_claim_rule=rule)
    play.push("-- @1 " * (attempts - 1) + "--")
    assert not play.over
    play.push("@3")
    assert play.score == (0, 0)


def test_R10_attempts_count_from_the_first_turn_on_which_neither_can_place() -> None:
    play = set_up(RED_IS_OUT)
    play.push("-- @0? --")
    assert not play.over, "white could still place"
    play.push("d4 --")
    assert not play.over, "white's final attempt is to come"
    play.push("--")
    assert play.over


def test_R10_a_final_attempt_may_win() -> None:
    # K2@2 shows white d2 b3 c4 and red b2
    full = """
        W R R R
        R R W W
        R W R R
        W W W W
    """
    play = set_up(full)
    play.push("-- @2")
    assert play.score == (0, 1)


def test_R10_no_default_game_is_longer_than_30_turns() -> None:
    play = new()
    own = [cells(DEAD, "R"), cells(DEAD, "W")]
    while not play.over:
        if "@0" in moves(play) and not play.s.last_failed[play.to_move]:
            wrong = next(turning for turning in range(4) if turning not in complete(play, play.to_move))
            play.push(f"@{wrong}")
        else:
            play.push(own[play.to_move].pop(0))
    assert (play.written[-1].turn, play.score) == (30, (0, 0))


@pytest.mark.parametrize(
    ("settled", "points", "words"),
    [
        ("draw", (0, 0), "The game is unfinished: a draw."),
        ("half", (0.5, 0.5), "The game is unfinished: half a point each."),
    ],
)
def test_R11_draw_and_half(settled: str, points: tuple[float, float], words: str) -> None:
    play = set_up(DEAD, unfinished=settled)
    play.push("-- --")
    assert (play.score, said(play)[1]) == (points, words)


def test_R11_an_abandoned_game_is_replayed_with_the_other_player_starting() -> None:
    play = new(unfinished="abandon", games=2, next_starter="winner")
    play_game(play, "nobody")
    assert said(play)[1:] == [
        "The game is unfinished and abandoned: it will be played again.",
        "Game 1: White starts.",
    ]
    assert (play.s.played, play.s.abandoned, play.to_move) == (0, 1, 1)
    play_game(play, "white")
    assert play.to_move == 1
    play_game(play, "nobody")
    assert (play.s.played, play.s.abandoned, play.to_move) == (1, 2, 0)


@pytest.mark.parametrize("games", [1, 3])
def test_R11_after_so_many_abandoned_games_further_ones_count_as_draws(games: int) -> None:
    play = new(unfinished="abandon", games=games)
    for abandoned in range(1, games + 1):
        play_game(play, "nobody")
        assert (play.s.played, play.s.abandoned) == (0, abandoned)
    for played in range(1, games + 1):
        play_game(play, "nobody")
        assert (play.s.played, play.s.abandoned) == (played, games)
        assert said(play)[1] == "The game is unfinished: a draw."
    assert play.score == (0, 0)


@pytest.mark.parametrize(
    ("won", "score", "words"),
    [
        ("red red white", (2, 1), "The match is over, 2 to 1: Red wins."),
        ("white nobody", (0, 1), "The match is over, 1 to 0: White wins."),
        ("red white nobody", (1, 1), "The match is over, 1 to 1: a drawn match."),
        ("nobody", (0, 0), "The game is over, 0 to 0: a drawn game."),
    ],
)
def test_R12_the_higher_total_wins_the_match(won: str, score: tuple[int, int], words: str) -> None:
    winners = won.split()
    play = new(games=len(winners))
    for winner in winners:
        assert play.score is None
        play_game(play, winner)
    assert (play.score, said(play)[-1]) == (score, words)
    assert play.view().asked.endswith(f"{words.partition(':')[0]}.")  # the winner's points first there too


@pytest.mark.parametrize(
    ("rule", "won", "starters"),
    [
        ("alternate", "red red nobody white", "red white red white"),
        ("winner", "white red nobody red", "red white red white"),
        ("winner", "white white nobody red", "red white white red"),
        ("loser", "red white red red", "red white red white"),
        ("loser", "white red white nobody", "red red white red"),
    ],
)
def test_R12_who_starts_the_next_game(rule: str, won: str, starters: str) -> None:
    play = new(games=5, next_starter=rule)
    for winner, starter in zip(won.split(), starters.split(), strict=True):
        assert ["red", "white"][play.to_move] == starter
        play_game(play, winner)


@pytest.mark.parametrize("rule", ["winner", "loser"])
def test_R12_a_game_nobody_won_is_followed_as_by_alternate(rule: str) -> None:
    play = new(games=3, next_starter=rule, unfinished="half")
    for starter in (0, 1, 0):
        assert play.to_move == starter
        play_game(play, "nobody")
    assert play.score == (1.5, 1.5)
