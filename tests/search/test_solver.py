"""The exact solver against the rules page, the brute-force oracle and a game it knows nothing of."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import parlour
from parlour.engine.bind import bind
from parlour.engine.game import Game
from parlour.engine.play import Play
from parlour.engine.targets import PYTHON
from parlour.games.stencil import solving as stencil_solving
from parlour.games.stencil.board import orient
from parlour.search.solver import Solution, Solver, Unsolvable, solve
from tests.form import samples, some
from tests.oracles import stencil as oracle
from tests.search import noughts
from tests.terminal import heap
from tests.terminal.runner import one_line
from tests.terminal.runner import parlour as command

VECTORS = json.loads((Path(__file__).parent.parent / "games" / "stencil" / "vectors.json").read_text())
ONE_GAME: dict[str, Any] = {"games": 1, "plate_choice": "fixed", "first_player": "red"}
RULES = ("no_repeat", "free", "strict", "budget")
O7 = "red=d1b2c3a4c4d4 white=c1d2a3b3d3 turn=white plates=K1,K2"
DEAD = "red=b1c1d2a3c3d3c4d4 white=a1d1a2b2c2b3a4b4 turn=red"  # 16 counters, no stencil of K1 or K4


def stencil(**options: Any) -> Play:
    return parlour.new("stencil", **{**ONE_GAME, **options})


def new(game: Game, **options: Any) -> Play:
    return Play(game, game.settle(None, **options))


def vector_play(vector: dict[str, Any]) -> Play:
    names = ("red_plate", "white_plate", "orientations", "failed_claim_rule")
    play = stencil(**{name: vector[name] for name in names})
    cells = [f"{colour}={vector[colour].replace(' ', '')}" for colour in ("red", "white") if vector[colour]]
    play.place(" ".join([*cells, f"turn={vector['to_move']} plates={vector['red_plate']},{vector['white_plate']}"]))
    return play


def as_the_page(play: Play, solution: Solution) -> dict[str, int]:
    """The moves as the page lists them: one `fail` for all wrong claims that end the turn, `none` for no claim.

    A right claim wins in one turn, and a wrong one that leaves a placement is worth what the best placement is.
    """
    moves: dict[str, int] = {}
    placements = [value for move, value in solution.moves.items() if move[0] in "abcd"]
    for code in play.legal_codes():
        move = play.game.notation.write(play.s, play.o, code)
        value, done = solution.moves[move], play.game.notation.finished(play.s, play.o, code)
        if not move.startswith("@"):
            moves["none" if move == "--" else move] = value
        elif done.endswith("#"):
            assert value == 1
        else:
            play.push(code)
            ended = not play.s.must_place
            play.undo()
            if not ended:
                assert value == max(placements, key=oracle.worth)
            elif "--" in solution.moves:
                assert value == solution.moves["--"]
            else:
                assert moves.setdefault("fail", value) == value
    return moves


@pytest.mark.parametrize("vector", some(VECTORS["oracle"], 4), ids=lambda vector: str(vector["id"]))
def test_the_page_s_vectors(vector: dict[str, Any]) -> None:
    play = vector_play(vector)
    solution = solve(play)
    assert solution.value == vector["value"]
    assert as_the_page(play, solution) == vector["moves"]
    assert set(solution.best) == {move for move, value in solution.moves.items() if value == vector["value"]}
    assert next(iter(solution.moves)) in solution.best


def name_pairings(row: dict[str, Any]) -> str:
    return f"{row['orientations']} {row['failed_claim_rule']} {row['counters_each']}"


@pytest.mark.parametrize("row", some(VECTORS["pairings"], 4), ids=name_pairings)
def test_the_page_s_pairings(row: dict[str, Any]) -> None:
    expected = row["values"] if "values" in row else row["winners"]
    options = {name: value for name, value in row.items() if name not in ("values", "winners")}
    found: dict[str, Any] = {}
    for pair in list(expected)[: samples(1, 12)]:
        red, white = pair.split()
        value = solve(stencil(red_plate=red, white_plate=white, **options)).value
        found[pair] = value if "values" in row else "draw" if value == 0 else "first" if value > 0 else "second"
    assert len(expected) == 12
    assert found == {pair: expected[pair] for pair in found}


def oracle_action(move: str) -> oracle.Action:
    if move == "--":
        return ("none",)
    return ("claim", int(move[1])) if move.startswith("@") else ("place", move)


def reach_late(rng: Random, options: dict[str, Any]) -> tuple[Play, oracle.State]:
    """A late position of a random game, played in step by the oracle."""
    while True:
        play = stencil(**options)
        names = {name: value for name, value in play.values.items() if name in vars(oracle.Options())}
        state = oracle.start(replace(oracle.Options(), **{k: v for k, v in names.items() if k != "plates"}))
        counters = rng.randint(9, 16)
        while not play.over:
            if play.s.counters[0].bit_count() + play.s.counters[1].bit_count() >= counters and rng.random() < 0.5:
                return play, state
            claims = [action for action in play.legal if action.notation[0] == "@"]
            others = [action for action in play.legal if action.notation[0] != "@"]
            action = rng.choice(claims if claims and rng.random() < 0.3 else others)
            play.push(action.code)
            state = oracle.play(state, oracle_action(action.notation))


@pytest.mark.parametrize("rule", RULES)
def test_late_positions_as_the_oracle_finds_them(rule: str) -> None:
    rng = Random(f"late {rule}")
    seen: set[int] = set()
    for _ in range(30):
        red, white = rng.sample(["K1", "K2", "K3", "K4"], 2)
        options: dict[str, Any] = {
            "failed_claim_rule": rule,
            "orientations": rng.choice(["rotations", "rotations_and_flips"]),
            "final_attempts": rng.choice([1, 2]),
            "min_counters_to_claim": rng.choice([4, 4, 12, 15]),
            "counters_each": rng.choice([6, 8, 8]),
            "red_plate": red,
            "white_plate": white,
        }
        options["min_counters_to_claim"] = min(options["min_counters_to_claim"], 2 * options["counters_each"])
        if rule == "budget":
            options["claim_budget"] = rng.randrange(4)
        play, state = reach_late(rng, options)
        solver = Solver(play.game, play.values)
        expected = oracle.solve(state)
        solution = solver.solve(play)
        assert (solution.value, as_the_page(play, solution)) == expected, play.position
        seen.add(solution.value)
    assert len(seen) > 2


def test_what_is_seen_at_once_is_true() -> None:
    """The shortcuts tell no value that the oracle does not find."""
    rng = Random("known")
    known = bind(stencil_solving, PYTHON).known
    met: set[int] = set()
    while met != {-2, 0, 1, 3}:
        rule = rng.choice(RULES)
        play, state = reach_late(rng, {"failed_claim_rule": rule, "min_counters_to_claim": rng.choice([4, 13])})
        value = known(play.s, play.o)
        met.add(value)
        if value and not play.s.must_place:
            assert oracle.solve(state).value == value, play.position


def test_turned_boards_share_a_key_and_others_do_not() -> None:
    functions = bind(stencil_solving, PYTHON)
    rng = Random("keys")
    for turnings, orientations in ((4, "rotations"), (8, "rotations_and_flips")):
        play = stencil(orientations=orientations)
        classes: dict[int, set[tuple[int, int]]] = {}
        for _ in range(300):
            cells = rng.sample(range(16), rng.choice([3, 4, 8]))
            red, white = (sum(1 << cell for cell in part) for part in (cells[::2], cells[1::2]))
            images = {(orient(red, turning), orient(white, turning)) for turning in range(turnings)}
            keys = set()
            for play.s.counters[0], play.s.counters[1] in images:
                keys.add(functions.key(play.s, play.o))
            assert len(keys) == 1
            assert classes.setdefault(keys.pop(), images) == images


def test_a_replay_may_follow_an_abandoned_game() -> None:
    """Nobody claims twice, then the other starts: K4 against K1 with flips loses on turn 10."""
    play = stencil(unfinished="abandon", orientations="rotations_and_flips", white_plate="K4")
    play.place(f"{DEAD} plates=K1,K4")
    solution = solve(play)
    assert (solution.value, solution.moves["--"]) == (12, 12)
    play.push("-- --")
    assert (play.s.turn, solve(play).value) == (1, -10)


def test_best_play_ends_when_the_value_says() -> None:
    play = stencil(orientations="rotations_and_flips", white_plate="K4")
    solver = Solver(play.game, play.values)
    value = solver.solve(play).value
    assert value == 11
    while not play.over:
        turns, solution = play.s.turns, solver.solve(play)
        assert abs(solution.value) == value - (turns - 1)
        play.push(solution.best[-1])
    assert (play.score, play.s.turns) == ((1, 0), value)


def test_a_solver_remembers_and_keeps_to_its_options() -> None:
    play = stencil()
    play.push("a1 a3 b2 c3")
    solver = Solver(play.game, play.values)
    first = solver.solve(play)
    again = solver.solve(play)
    assert first == again
    assert first.positions == solver.positions > 0
    with pytest.raises(ValueError, match="made for another game or other options"):
        solver.solve(stencil(failed_claim_rule="strict"))
    with pytest.raises(ValueError, match="made for another game or other options"):
        solver.solve(new(noughts.GAME))


def test_a_search_broken_off_does_no_harm() -> None:
    play = stencil(failed_claim_rule="strict")
    told: list[tuple[int, int, int]] = []

    def watch(done: int, moves: int, positions: int) -> None:
        told.append((done, moves, positions))
        if len(told) == 5:
            raise KeyboardInterrupt

    solver = Solver(play.game, play.values)
    with pytest.raises(KeyboardInterrupt):
        solver.solve(play, watch)
    assert told[0] == (0, 16, 0)
    assert told == sorted(told)
    assert set(solver.solve(play, watch).moves.values()) == {0}
    assert told[-1][:2] == (15, 16)


def brute(play: Play, found: dict[bytes, int]) -> int:
    """The value by trying everything with the rules as written."""
    state = play.states.tobytes()
    if state not in found:
        found[state] = max((brute_move(play, code, found) for code in play.legal_codes()), key=oracle.worth)
    return found[state]


def brute_move(play: Play, code: int, found: dict[bytes, int]) -> int:
    seat, turns = play.to_move, play.s.turns
    play.push(code)
    if play.score is not None:
        value = int(play.score[seat] - play.score[1 - seat])
    else:
        value = brute(play, found) * (1 if play.to_move == seat else -1)
    later = play.s.turns - turns
    play.undo()
    return value + later if value > 0 else value - later if value < 0 else 0


@pytest.mark.parametrize("marks", [1, 2, 3])
def test_another_game_without_a_key(marks: int) -> None:
    play = new(noughts.GAME, marks=marks)
    solver = Solver(play.game, play.values)
    found: dict[bytes, int] = {}
    rng = Random(marks)
    while not play.over:
        solution = solver.solve(play)
        assert solution.moves == {action.notation: brute_move(play, action.code, found) for action in play.legal}, (
            play.position
        )
        assert solution.value == brute(play, found)
        play.push(rng.choice(play.legal_codes()))
    with pytest.raises(Unsolvable, match="nothing to solve: the play is over"):
        solver.solve(play)


def test_noughts_and_crosses_is_a_draw() -> None:
    play = new(noughts.GAME)
    assert set(solve(play).moves.values()) == {0}
    play.push("1 2")  # a corner, and the square beside it: noughts wins on his third turn from now
    solution = solve(play)
    assert (solution.value, sorted(solution.best)) == (5, ["4", "5", "7"])


SCOPE = "Expected one game with both plates known: set games=1, plate_choice=fixed and first_player=red or white"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first_player": "random"}, f"Stencil cannot be solved from here: chance takes part in what follows. {SCOPE}"),
        ({"plate_choice": "random"}, f"Stencil cannot be solved from here: chance takes part in what follows. {SCOPE}"),
        ({"plate_choice": "pick"}, f"Stencil cannot be solved from here. {SCOPE}"),
        ({"games": 2}, f"Stencil cannot be solved from here. {SCOPE}"),
    ],
)
def test_stencil_out_of_scope(options: dict[str, Any], message: str) -> None:
    play = stencil(**options)
    with pytest.raises(Unsolvable) as error:
        solve(play)
    assert str(error.value) == message
    if play.to_move >= 0 and "plate_choice" in options:
        play.push("K1")
        with pytest.raises(Unsolvable):
            solve(play)
        play.push("K2")
        play.push("a1 b2 c3 d4 a2 b3")
        assert solve(play).value == solve_fixed(play)


def solve_fixed(play: Play) -> int:
    """The same position with the plates fixed from the start."""
    fixed = stencil(red_plate="K2", white_plate="K1")
    fixed.push("a1 b2 c3 d4 a2 b3")
    return solve(fixed).value


def test_games_that_cannot_be_solved() -> None:
    with pytest.raises(Unsolvable, match=r"^Quatro cannot be solved from here: chance takes part in what follows$"):
        solve(parlour.new("quatro", players=2))
    with pytest.raises(Unsolvable, match="Heap for 3 players cannot be solved: expected a game for 2 without chance"):
        solve(new(heap.GAME))
    with pytest.raises(Unsolvable, match="Noughts cannot be solved from here: chance takes part in what follows"):
        solve(new(noughts.GAME, coin=True))
    with pytest.raises(Unsolvable, match="Noughts cannot be solved from here: play can go on for more than 1,000 act"):
        solve(new(noughts.GAME, waiting=True))


def test_a_table_that_outgrows_its_memory() -> None:
    play = stencil()
    solver = Solver(play.game, play.values, memory=1 << 20)
    message = r"Stencil is too large to be solved from here: 24,576 positions fill the 0\.000977 GB of memory allowed"
    with pytest.raises(Unsolvable, match=message):
        solver.solve(play)
    play.place(O7)
    assert solver.solve(play).value == -12


def test_the_command_tells_values_in_words() -> None:
    result = command("solve", "stencil", "--preset", "teaching", "--position", O7)
    assert result.exit_code == 0
    text = one_line(result.output)
    assert "White to move loses in 6 turns." in text
    assert text.endswith("Solved with games=1 plate_choice=fixed first_player=red.")
    assert "loses in 6 turns a1 a2 c2 b4 @0 @1 @2 @3 loses in 2 turns b1" in text
    assert "positions in" in text
    complete = "red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2"
    assert "wins in 1 turn @2" in one_line(command("solve", "stencil", "--position", complete).output)


def test_the_command_solves_from_the_start_unless_told_otherwise() -> None:
    flips = ("solve", "stencil", "--preset", "flips", "-o", "failed_claim_rule=strict")
    assert "Red to move wins in 17 turns." in command(*flips).output
    assert "White to move wins in 17 turns." in command(*flips, "-o", "first_player=white").output
    assert "Red to move draws." in command("solve", "stencil", "-o", "failed_claim_rule=strict").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["quatro"], "Error: Quatro for 4 players cannot be solved: expected a game for 2 without chance"),
        (["quatro", "--players", "2"], "Error: Quatro cannot be solved from here: chance takes part in what follows"),
        (["stencil", "-o", "plate_choice=pick"], f"Error: Stencil cannot be solved from here. {SCOPE}"),
        (["stencil", "-o", "games=6"], f"Error: Stencil cannot be solved from here. {SCOPE}"),
    ],
)
def test_the_command_refuses_in_a_sentence(arguments: list[str], message: str) -> None:
    result = command("solve", *arguments)
    assert result.exit_code == 1
    assert one_line(result.output) == message
