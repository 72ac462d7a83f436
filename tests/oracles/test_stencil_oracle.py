import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.form import samples
from tests.oracles import stencil as oracle
from tests.oracles.stencil import Options, State, choices, play, position, solve, start

VECTORS = json.loads((Path(__file__).parent.parent / "games" / "stencil" / "vectors.json").read_text())
ONE_GAME = Options(games=1, first_player="red", plate_choice="fixed")
# 16 counters down, nothing complete for red's K1 or white's K2
DEAD_RED, DEAD_WHITE = "b1 c1 b2 a3 b3 a4 b4 d4", "a1 d1 a2 c2 d2 c3 d3 c4"
# K1@0 shows red a1 a3 b3 and white c2 after five turns
RED_WINS = "a1 c2 a3 d4 b3 d1 @0"
# K2@0 shows white c2 a3 c3 and red b1 after six turns
WHITE_WINS = "b1 c2 a1 a3 d4 c3 d1 @0"


def by_id(vector: dict[str, Any]) -> str:
    return str(vector["id"])


def under(vector: dict[str, Any], **more: Any) -> Options:
    names = ("orientations", "failed_claim_rule")
    return replace(ONE_GAME, **{name: vector[name] for name in names if name in vector}, **more)


def read(token: str) -> oracle.Action:
    if token == "--":
        return ("none",)
    if token.startswith("@"):
        return ("claim", int(token[1]))
    return ("place", token) if token in oracle.CELLS else ("plate", token)


def run(state: State, tokens: str) -> State:
    for token in tokens.split():
        state = play(state, read(token))
    return state


def follow(state: State, tokens: str) -> State:
    """Plays notation such as `c2 @0? @1?b4 @2# --`, holding it to what it says about every claim."""
    for token in tokens.split():
        mover, turn, games = state.to_move, state.turn, len(state.finished)
        if token.startswith("@"):
            assert oracle.is_complete(state, mover, int(token[1])) == token.endswith("#")
        state = play(state, read(token))
        if len(token) > 3:  # a failed claim joined to the placement it left
            assert (state.to_move, state.turn, state.must_place) == (mover, turn, True)
            assert choices(state) == {("place", cell) for cell in state.empty}
            state = play(state, read(token[3:]))
        if len(state.finished) == games:
            assert (state.to_move, state.turn) == (oracle.OTHER[mover], turn + 1)
    return state


def play_games(state: State, winners: str) -> State:
    """Plays whole games, red with K1 and white with K2, won by (r)ed, (w)hite or nobody (-)."""
    for winner in winners:
        games = len(state.finished)
        red_first = state.starter == "red"
        if winner == "r":
            tokens = RED_WINS if red_first else "c2 a1 d4 a3 d1 b3 d3 @0"
        elif winner == "w":
            tokens = WHITE_WINS if red_first else "c2 b1 a3 a1 c3 d4 @0"
        else:
            first, second = (DEAD_RED, DEAD_WHITE) if red_first else (DEAD_WHITE, DEAD_RED)
            tokens = " ".join(f"{a} {b}" for a, b in zip(first.split(), second.split(), strict=True)) + " -- --"
        state = run(state, tokens)
        assert len(state.finished) == games + 1
    return state


def starters(state: State) -> str:
    return "".join(game.starter[0] for game in state.finished)


@pytest.mark.parametrize("row", VECTORS["plates"], ids=lambda row: f"{row['plate']}@{row['orientation']}")
def test_plate_table(row: dict[str, Any]) -> None:
    cells = Options(orientations="rotations_and_flips").view(row["plate"], row["orientation"])
    assert sorted(cells, key=oracle.CELLS.index) == row["cells"].split()
    assert sorted(map(oracle.CELLS.index, cells)) == row["index"]
    assert oracle.mask_of(cells) == int(row["mask"], 16)
    assert oracle.cells_of_mask(int(row["mask"], 16)) == cells


def test_plate_table_is_whole() -> None:
    assert len({(row["plate"], row["orientation"]) for row in VECTORS["plates"]}) == 32


@pytest.mark.parametrize("row", VECTORS["coverage"], ids=lambda row: str(row["plate"]))
def test_how_many_orientations_show_each_cell(row: dict[str, Any]) -> None:
    options = Options(orientations=row["orientations"])
    seen = Counter(cell for o in options.orientation_numbers for cell in options.view(row["plate"], o))
    assert "".join(str(seen[cell]) for cell in oracle.CELLS) == row["counts"].replace(" ", "")


@pytest.mark.parametrize("orientations", ["rotations", "rotations_and_flips"])
def test_a_cell_map_exchanges_K1_and_K3(orientations: str) -> None:
    options = Options(orientations=orientations)

    def mapped(cell: str) -> str:
        r, c = oracle.row_and_column(cell)
        return oracle.CELLS[4 * (c ^ 1) + (r ^ 1)]

    families = {name: {options.view(name, o) for o in options.orientation_numbers} for name in ("K1", "K3")}
    assert {frozenset(map(mapped, view)) for view in families["K1"]} == families["K3"]
    assert {frozenset(map(mapped, view)) for view in families["K3"]} == families["K1"]


@pytest.mark.parametrize("vector", VECTORS["claims"], ids=by_id)
def test_R3_claims(vector: dict[str, Any]) -> None:
    plates = vector["red_plate"], vector["white_plate"]
    before = position(under(vector), *plates, vector["red"], vector["white"], vector["by"])
    action = ("claim", vector["orientation"])
    assert (action in choices(before)) == vector["allowed"]
    if not vector["allowed"]:
        with pytest.raises(ValueError, match="is not legal"):
            play(before, action)
        return
    after = play(before, action)
    assert [game.winner for game in after.finished] == ([vector["by"]] if vector["correct"] else [])
    assert after.board == before.board


@pytest.mark.parametrize("vector", VECTORS["sequences"], ids=by_id)
def test_sequences(vector: dict[str, Any]) -> None:
    plates = vector["red_plate"], vector["white_plate"]
    state = position(under(vector), *plates, vector["red"], vector["white"], vector["to_move"])
    state = follow(state, vector["moves"])
    for colour in oracle.COLOURS:
        assert oracle.complete_orientations(state, colour) == vector["complete"][colour]
    state = follow(state, vector["then"])
    if vector["winner"] is None:
        assert (state.finished, state.turn) == ((), vector["turns"] + 1)
        return
    (game,) = state.finished
    assert (game.winner or "unfinished", game.turns) == (vector["winner"], vector["turns"])


SOLVABLE = [v for v in VECTORS["oracle"] if len((v["red"] + " " + v["white"]).split()) >= 4]


LONG = {"O4": pytest.mark.thorough, "O6": pytest.mark.thorough}  # the compiled solver finds them at once


@pytest.mark.parametrize("vector", [pytest.param(v, marks=LONG.get(v["id"], ())) for v in SOLVABLE], ids=by_id)
def test_solver_vectors(vector: dict[str, Any]) -> None:
    plates = vector["red_plate"], vector["white_plate"]
    state = position(under(vector), *plates, vector["red"], vector["white"], vector["to_move"])
    assert solve(state) == (vector["value"], vector["moves"])


def test_the_vectors_left_to_a_compiled_solver() -> None:
    assert {v["id"] for v in VECTORS["oracle"]} - {v["id"] for v in SOLVABLE} == {"O1", "O2", "O3", "O5"}


def value_by_refereeing(state: State, known: dict[State, int]) -> int:
    """The value of a single game found through `choices` and `play` alone."""
    if state not in known:
        best = None
        for action in choices(state):
            after = play(state, action)
            if after.finished:
                value = 1 if after.finished[0].winner else 0
            elif after.to_move == state.to_move:
                value = value_by_refereeing(after, known)
            else:
                value = oracle.one_turn_later(value_by_refereeing(after, known))
            if best is None or oracle.worth(value) > oracle.worth(best):
                best = value
        assert best is not None
        known[state] = best
    return known[state]


@pytest.mark.parametrize("rule", ["no_repeat", "free", "strict", "budget"])
def test_solver_agrees_with_the_referee(rule: str) -> None:
    rng = Random(f"solver {rule}")
    values = []
    for _ in range(12):
        options = replace(
            ONE_GAME,
            failed_claim_rule=rule,
            orientations=rng.choice(["rotations", "rotations_and_flips"]),
            claim_budget=rng.randrange(3),
            final_attempts=rng.choice([1, 1, 2]),
            min_counters_to_claim=rng.choice([4, 4, 15]),
        )
        red_plate, white_plate = rng.sample(options.plate_names, 2)
        cells = rng.sample(oracle.CELLS, 13)
        to_move = rng.choice(oracle.COLOURS)
        state = position(options, red_plate, white_plate, " ".join(cells[:7]), " ".join(cells[7:]), to_move)
        if rng.random() < 0.5:
            state = state.with_player("red", last_failed=rng.random() < 0.5, failures=rng.randrange(2))
        value = solve(state).value
        assert value == value_by_refereeing(state, {})
        values.append(value)
    assert len(set(values)) > 1


def test_solver_of_a_complete_stencil_and_of_a_forced_placement() -> None:
    before = position(ONE_GAME, "K1", "K2", "c2 d2 d4 a1", "b3 a4 c4", "red")
    assert solve(before).value == 1
    missed = play(before.with_player("red", last_failed=True), ("claim", 0))
    assert missed.must_place
    assert solve(missed).value == 3
    assert set(solve(missed).moves) == set(missed.empty)


def random_match(options: Options, rng: Random) -> list[State]:
    """All states of a match by players who often claim, rightly or wrongly."""
    states = [start(options)]
    while (state := states[-1]).phase != "over":
        actions = sorted(choices(state), key=str)
        claims = [action for action in actions if action[0] in ("claim", "none")]
        correct = [a for a in claims if a[0] == "claim" and oracle.is_complete(state, state.to_move, int(a[1]))]
        if correct and rng.random() < 0.8:
            actions = correct
        elif claims and rng.random() < 0.4:
            actions = claims
        states.append(play(state, rng.choice(actions)))
    return states


@pytest.mark.parametrize("least", [4, 0])
def test_R9_earliest_success_and_default_games_end_by_turn_30(least: int) -> None:
    rng = Random(9)
    wins: Counter[tuple[bool, int]] = Counter()
    for orientations in ("rotations", "rotations_and_flips"):
        options = Options(games=40, orientations=orientations, min_counters_to_claim=least)
        states = random_match(options, rng)
        for state in states:
            if state.phase == "play" and state.turn < (7 if state.to_move == state.starter else 8):
                assert not oracle.complete_orientations(state, state.to_move)
        for game in states[-1].finished:
            assert least == 0 or game.turns <= 30
            if game.winner:
                wins[game.winner == game.starter, game.turns] += 1
    assert sum(wins.values()) > 20
    assert min(turns for by_starter, turns in wins if by_starter) >= 7
    assert min(turns for by_starter, turns in wins if not by_starter) >= 8


def test_R9_earliest_successes_exist() -> None:
    assert run(start(ONE_GAME), RED_WINS).finished[0].turns == 7
    assert run(start(ONE_GAME), WHITE_WINS).finished[0].turns == 8


def test_a_default_game_can_last_30_turns() -> None:
    state = start(ONE_GAME)
    order = [c for pair in zip(DEAD_RED.split(), DEAD_WHITE.split(), strict=True) for c in pair]
    while not state.finished:
        wrong = [o for o in range(4) if not oracle.is_complete(state, state.to_move, o)]
        own = DEAD_RED if state.to_move == "red" else DEAD_WHITE
        if ("claim", 0) in choices(state) and not state.player(state.to_move).last_failed:
            state = play(state, ("claim", wrong[0]))
        else:
            state = play(state, ("place", next(c for c in order if c in own.split() and c in state.empty)))
    assert state.finished[0] == oracle.Finished("red", "", 30, True)


def test_R6_strict_failure_never_ends_a_turn() -> None:
    state = start(replace(ONE_GAME, failed_claim_rule="strict"))
    follow(state, "a1 b1 c1 d1 @0?a2 @0?b2 @0?d4")


def test_R6_free_two_failures_running_end_the_game() -> None:
    state = start(replace(ONE_GAME, failed_claim_rule="free"))
    state = follow(state, "a1 b1 c1 d1 @0? a2 @0? b2 @0?")
    assert not state.finished
    assert follow(state, "@0?").finished == (oracle.Finished("red", "", 10, True),)


def test_R6_free_at_the_end_final_attempts_alone_decide() -> None:
    options = replace(ONE_GAME, failed_claim_rule="free", final_attempts=3)
    state = position(options, "K1", "K2", DEAD_RED, DEAD_WHITE, "red")
    state = follow(state, "-- @0? @1? -- --")
    assert not state.finished
    assert follow(state, "--").finished[0].turns == 22


def test_R6_budget_failures_end_the_turn_while_it_lasts() -> None:
    state = start(replace(ONE_GAME, failed_claim_rule="budget", claim_budget=2))
    follow(state, "a1 b1 c1 d1 @0? @0? @0? @0? @0?a2 b2 @0?c4 @0?d2")


@pytest.mark.parametrize("rule", ["no_repeat", "budget"])
def test_R6_a_new_game_forgets_failures(rule: str) -> None:
    options = replace(ONE_GAME, games=2, failed_claim_rule=rule, claim_budget=1, min_counters_to_claim=0)
    state = follow(start(options), "b1 c2 a1 a3 d4 c3 @0? @0#")
    assert (len(state.finished), state.to_move) == (1, "white")
    follow(state, "a1 @0? b1 @0?c1")


@pytest.mark.parametrize("rule", ["no_repeat", "free", "strict", "budget"])
def test_R7_a_player_unable_to_place_claims_or_does_not(rule: str) -> None:
    options = replace(ONE_GAME, failed_claim_rule=rule)
    red, white = DEAD_RED, " ".join(DEAD_WHITE.split()[:6])
    state = position(options, "K1", "K2", red, white, "red")
    assert choices(state) == {("none",), *(("claim", o) for o in range(4))}
    state = follow(state, "@0? c4 -- d3")
    assert choices(state) == {("none",), *(("claim", o) for o in range(4))}
    assert follow(state, "-- --").finished[0].winner == ""


def test_R7_free_a_no_claim_before_a_failed_claim_ends_the_game() -> None:
    options = replace(ONE_GAME, failed_claim_rule="free")
    state = position(options, "K1", "K2", DEAD_RED, " ".join(DEAD_WHITE.split()[:7]), "red")
    assert follow(state, "-- @0?").finished[0].winner == ""


@pytest.mark.parametrize("attempts", [1, 2, 3, 4])
def test_R10_final_attempts_by_each(attempts: int) -> None:
    options = replace(ONE_GAME, final_attempts=attempts)
    state = position(options, "K1", "K2", DEAD_RED, DEAD_WHITE, "red")
    assert follow(state, "-- @1? " * attempts).finished[0].turns == 16 + 2 * attempts
    assert not follow(state, "-- @1? " * (attempts - 1) + "--").finished


@pytest.mark.parametrize("counters", [4, 5, 6, 7])
def test_fewer_counters_end_sooner(counters: int) -> None:
    state = start(replace(ONE_GAME, counters_each=counters))
    for red, white in list(zip(DEAD_RED.split(), DEAD_WHITE.split(), strict=True))[:counters]:
        state = follow(state, f"{red} {white}")
    assert not any(action[0] == "place" for action in choices(state))
    assert follow(state, "-- --").finished[0].turns == 2 * counters + 2


def test_claims_wait_for_enough_counters_even_when_nobody_can_place() -> None:
    options = replace(ONE_GAME, counters_each=4, min_counters_to_claim=9)
    state = position(options, "K1", "K2", "c2 d2 d4 a1", "b3 a4 c4 d1", "red")
    assert choices(state) == {("none",)}
    assert run(state, "-- --").finished[0].winner == ""


@pytest.mark.parametrize(
    ("rule", "won", "red", "white", "started"),
    [
        ("alternate", "rr-w", 2, 1, "rwrw"),
        ("winner", "wr-r", 2, 1, "rwrw"),
        ("winner", "ww-r", 1, 2, "rwwr"),
        ("loser", "rwrr", 3, 1, "rwrw"),
        ("loser", "wrw-", 1, 2, "rrwr"),
        ("alternate", "r-w", 1, 1, "rwr"),
    ],
)
def test_R12_next_starter_and_points(rule: str, won: str, red: int, white: int, started: str) -> None:
    state = play_games(start(replace(ONE_GAME, games=len(won), next_starter=rule)), won)
    assert starters(state) == started
    winner = "red" if red > white else "white" if white > red else "draw"
    assert oracle.result(state) == oracle.Result(Fraction(red), Fraction(white), winner)
    assert choices(state) == set()


def test_R12_a_match_lasts_as_long_as_agreed() -> None:
    state = play_games(start(replace(ONE_GAME, games=4)), "rrr")
    assert oracle.result(state) is None
    assert oracle.result(play_games(state, "w")) == oracle.Result(Fraction(3), Fraction(1), "red")


def test_R11_half_a_point_each() -> None:
    state = play_games(start(replace(ONE_GAME, games=3, unfinished="half")), "-r-")
    assert oracle.result(state) == oracle.Result(Fraction(2), Fraction(1), "red")


def test_R11_abandoned_games_are_replayed_by_the_other_starter_up_to_a_cap() -> None:
    options = replace(ONE_GAME, games=2, unfinished="abandon")
    state = play_games(start(options), "-r-w")
    assert [game.counted for game in state.finished] == [False, True, False, True]
    assert starters(state) == "rwrw"
    assert oracle.result(state) == oracle.Result(Fraction(1), Fraction(1), "draw")
    state = play_games(start(options), "----")
    assert [game.counted for game in state.finished] == [False, False, True, True]
    assert oracle.result(state) == oracle.Result(Fraction(0), Fraction(0), "draw")


def test_R11_a_replay_does_not_go_to_the_last_winner() -> None:
    state = play_games(start(replace(ONE_GAME, games=3, unfinished="abandon", next_starter="winner")), "r-ww")
    assert starters(state) == "rrww"
    assert state.phase == "over"


def test_S2_the_first_player_is_drawn_once() -> None:
    state = start(replace(ONE_GAME, first_player="random", games=2))
    assert (state.to_move, choices(state)) == ("", {("first", "red"), ("first", "white")})
    state = play(state, ("first", "white"))
    assert state.to_move == "white"
    assert starters(play_games(state, "rr")) == "wr"
    assert start(replace(ONE_GAME, first_player="white")).to_move == "white"


def test_S4_the_player_who_will_start_picks_second() -> None:
    state = start(Options(first_player="red"))
    assert (state.to_move, choices(state)) == ("white", {("plate", name) for name in ("K1", "K2", "K3", "K4")})
    state = run(state, "K3")
    assert (state.to_move, choices(state)) == ("red", {("plate", name) for name in ("K1", "K2", "K4")})
    state = run(state, "K1")
    assert (state.to_move, state.turn, state.red.plate, state.white.plate) == ("red", 1, "K1", "K3")


def test_S4_plates_are_kept_for_the_match_or_picked_before_every_game() -> None:
    state = play_games(run(start(Options(first_player="red")), "K2 K1"), "r")
    assert (state.phase, state.to_move, state.red.plate, state.white.plate) == ("play", "white", "K1", "K2")
    state = play_games(run(start(Options(first_player="red", plates_for="game")), "K2 K1"), "r")
    assert (state.phase, state.to_move) == ("plate", "red")
    assert len(choices(state)) == 4
    state = run(state, "K1 K2")
    assert (state.to_move, state.red.plate, state.white.plate) == ("white", "K1", "K2")


def test_S4_random_plates_are_any_ordered_pair() -> None:
    options = Options(first_player="red", plate_choice="random", plates_for="game")
    state = start(options)
    assert (state.to_move, len(choices(state))) == ("", 12)
    state = play(state, ("deal", "K1", "K2"))
    assert (state.to_move, state.red.plate, state.white.plate) == ("red", "K1", "K2")
    assert play_games(state, "w").phase == "deal"
    kept = play(start(replace(options, plates_for="match")), ("deal", "K1", "K2"))
    assert play_games(kept, "w").phase == "play"


def test_two_plates_leave_the_starter_one_to_pick() -> None:
    state = run(start(Options(first_player="white", plates=Options().plates[2:])), "K2")
    assert (state.to_move, choices(state)) == ("white", {("plate", "K1")})
    state = run(state, "K1")
    assert state.options.view(state.white.plate, 0) == oracle.cells_of_drawing(oracle.K3)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"counters_each": 9}, "counters_each is 9, expected 4 to 8"),
        ({"failed_claim_rule": "lenient"}, "failed_claim_rule is 'lenient', expected one of no_repeat"),
        ({"white_plate": "K1"}, "white_plate is 'K1', expected another plate than red's"),
        ({"red_plate": "K5"}, "red_plate is 'K5', expected one of K1"),
        ({"final_attempts": 0}, "final_attempts is 0, expected 1 to 4"),
        ({"plates": (Options().plates[0],)}, "two to four plates"),
        ({"plates": (Options().plates[0], oracle.laid(Options().plates[0], 3))}, "no two the same"),
    ],
)
def test_options_are_checked(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        replace(ONE_GAME, **changes)


def test_a_mirrored_plate_is_another_plate_unless_flips_are_allowed() -> None:
    pair = (Options().plates[0], oracle.turned_over(Options().plates[0]))
    assert Options(plates=pair).plate_names == ("K1", "K2")
    with pytest.raises(ValueError, match="no two the same"):
        Options(plates=pair, orientations="rotations_and_flips")


def random_options(rng: Random) -> Options:
    return Options(
        counters_each=rng.randrange(4, 9),
        plate_choice=rng.choice(["pick", "random", "fixed"]),
        plates_for=rng.choice(["match", "game"]),
        orientations=rng.choice(["rotations", "rotations_and_flips"]),
        min_counters_to_claim=rng.randrange(17),
        failed_claim_rule=rng.choice(["no_repeat", "free", "strict", "budget"]),
        claim_budget=rng.randrange(4),
        final_attempts=rng.randrange(1, 5),
        unfinished=rng.choice(["draw", "half", "abandon"]),
        first_player=rng.choice(["random", "red", "white"]),
        next_starter=rng.choice(["alternate", "winner", "loser"]),
        games=rng.randrange(1, 4),
    )


@pytest.mark.parametrize("seed", range(samples(12, 60)))
def test_any_match_is_finite_and_adds_up(seed: int) -> None:
    rng = Random(seed)
    options = random_options(rng)
    states = random_match(options, rng)
    for state in states[:-1]:
        assert choices(state)
        assert not state.red.counters & state.white.counters
        assert max(len(state.red.counters), len(state.white.counters)) <= options.counters_each
        assert not state.must_place or all(action[0] == "place" for action in choices(state))
    end = states[-1]
    assert sum(game.counted for game in end.finished) == options.games
    assert sum(not game.counted for game in end.finished) <= options.games
    won = [game for game in end.finished if game.winner]
    shared = options.games - len(won) if options.unfinished == "half" else 0
    assert end.red.points + end.white.points == len(won) + shared
