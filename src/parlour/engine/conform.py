"""The conformance suite: what every game must keep, whoever wrote it. One line in a game's tests runs it:

    check_game(GAME, plays=20, seed=1)

Every check raises AssertionError with a sentence that names the game, the options and the place.
"""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, FUNCTIONS, OVER, Actions, Record, Weights
from parlour.engine.front import check_front
from parlour.engine.game import Game
from parlour.engine.options import OptionError, Values, changed
from parlour.engine.play import IllegalAction, Play
from parlour.engine.record import write_record
from parlour.engine.records import new_record, view_record
from parlour.engine.replay import read_record
from parlour.engine.svg import draw_svg
from parlour.engine.targets import PYTHON

LONGEST = 20_000  # plies a play may last under a game's brisk options
SEEN = 300  # plies of each play that are looked at closely
REFUSED, DRAWN = 10, 30  # of so many plies in one nonsense is tried, and everybody's view is drawn
COMMON_FIELDS = ("turn", "turns")  # the seat whose turn it is, or -1; the turns begun
FRAMED = 7  # of so many plies one is looked at in its midst too


def check_game(game: Game, plays: int = 10, seed: int = 0) -> None:
    """All checks, over random plays under random options."""
    check_declaration(game)
    rng = random.Random(seed)
    check_options_matter(game, rng)
    for _ in range(plays):
        check_play_ends(game, game.sample(rng, game.brisk), rng)
        values = game.sample(rng)
        check_targets_agree(game, values, rng)
        check_play(game, values, rng)


def check_declaration(game: Game) -> None:
    """The rules have what the contract asks, every option is readable, every preset settles."""
    declared = vars(game.rules)
    for name in FUNCTIONS:
        needed = name != "calls" or game.calls is not None
        assert not needed or callable(declared.get(name)), f"{game.name}: rules.py has no function {name}"
    for name in COMMON_FIELDS:
        assert any(field.name == name for field in game.fields), f"{game.name}: the state has no field {name!r}"
    for field in (*game.fields, *game.derived):
        assert field.line, f"{game.name}: field {field.name!r} does not say what it means"
    for name, table in declared.items():
        if isinstance(table, np.ndarray):
            assert table.dtype == np.int64, f"{game.name}: table {name} must be int64, or small numbers would wrap"
    for option in game.options:
        assert option.help, f"{game.name}: option {option.name} has no help"
    check_front(game.front, game.options)
    for preset in (None, *game.presets):
        values = game.settle(preset)
        assert game.settle(**changed(game.options, values)) == values, (
            f"{game.name}: preset {preset} does not round-trip"
        )


def check_options_matter(game: Game, rng: random.Random) -> None:
    """Every option, wherever it may be set, changes what the rules read: none is accepted and ignored."""
    for option in game.options:
        needed = {name: wanted[0] for name, wanted in option.needs.items()}
        for _ in range(20):
            try:
                usual = game.settle(**needed)
                other = game.settle(**needed, **{option.name: option.kind.sample(rng)})
            except OptionError:
                continue
            same = game.encode(usual).tobytes() == game.encode(other).tobytes()
            assert same == (usual == other), f"{game.name}: {option.name}={other[option.name]} changes nothing"


def check_play_ends(game: Game, values: Values, rng: random.Random) -> None:
    """Random play under brisk options comes to an end, where every seat has a finite score."""
    where = _name(game, values)
    options, states = game.encode(values), new_record(game.state_type)
    actions, weights, points = game.buffers()
    game.doors.setup_at(states, 0, options)
    plies = 0
    while states["to_move"][0] != OVER:
        assert plies < LONGEST, f"{where}: not over after {LONGEST} plies"
        game.doors.apply_at(states, 0, options, _draw(game, states, options, actions, weights, rng))
        plies += 1
    game.doors.score_at(states, 0, options, points)
    assert np.isfinite(points).all(), f"{where}: scores {points}"
    assert not points[values["players"] :].any(), f"{where}: a seat nobody holds has points"


def check_targets_agree(game: Game, values: Values, rng: random.Random) -> None:
    """Interpreted and compiled rules agree byte for byte, alone and in a batch, on states, masks and weights."""
    where = _name(game, values)
    options = game.encode(values)
    python = game.bind_rules(lambda *numbers: None)
    one, batch = new_record(game.state_type), np.zeros(3, game.state_type)
    s, o = view_record(one), view_record(options)
    actions, weights, points = game.buffers()
    python.setup(s, o)
    game.doors.setup_at(batch, 1, options)
    for ply in range(SEEN):
        assert one.tobytes() == batch[1:2].tobytes(), (
            f"{where}: states differ at ply {ply}: {_difference(one, batch[1:2])}"
        )
        assert not batch[0].tobytes().strip(b"\0"), f"{where}: a neighbour in the batch was written to at ply {ply}"
        assert not batch[2].tobytes().strip(b"\0"), f"{where}: a neighbour in the batch was written to at ply {ply}"
        _check_choices(game, python, one, options, f"{where}, ply {ply}")
        if s.to_move == OVER:
            game.doors.score_at(batch, 1, options, points)
            again = np.zeros_like(points)
            python.score(s, o, again)
            assert points.tobytes() == again.tobytes(), f"{where}: scores differ: {again} and {points}"
            return
        _check_bounds(game, s, f"{where}, ply {ply}")
        code = _draw(game, one, options, actions, weights, rng)
        if game.calls is not None and rng.random() < 0.1:
            called = game.new_actions(PYTHON)
            python.calls(s, o, called)
            game.doors.calls_at(batch, 1, options, actions)
            assert codes_of(called) == codes_of(actions), f"{where}: calls differ at ply {ply}"
            code = rng.choice([code, *codes_of(called)])
        python.apply(s, o, code)
        game.doors.apply_at(batch, 1, options, code)


def _check_choices(
    game: Game, python: SimpleNamespace, states: NDArray[Any], options: NDArray[Any], where: str
) -> None:
    """Mask and weights are the same in both targets, fit their totals, change nothing and suit whose turn it is."""
    s, o = view_record(states), view_record(options)
    before = states.tobytes()
    compiled, weights, points = game.buffers()
    game.doors.legal_at(states, 0, options, compiled)
    total = game.doors.chance_at(states, 0, options, weights)
    if s.to_move == OVER:
        game.doors.score_at(states, 0, options, points)
        python.score(s, o, np.zeros_like(points))
    plain, plain_weights = game.new_actions(PYTHON), np.zeros_like(weights)
    python.legal(s, o, plain)
    codes = codes_of(plain)
    open_actions = len(codes)
    assert codes == codes_of(compiled), f"{where}: legal actions differ: {codes} and {codes_of(compiled)}"
    assert all(0 <= code < game.actions.SIZE for code in codes), f"{where}: {codes} are not all actions"
    assert python.chance(s, o, plain_weights) == total == weights.sum(), f"{where}: chance totals differ"
    assert weights.tobytes() == plain_weights.tobytes(), f"{where}: chance weights differ"
    assert (weights >= 0).all(), f"{where}: a weight is negative"
    assert states.tobytes() == before, f"{where}: asking what is legal, likely or scored changed the state"
    to_move = s.to_move
    assert to_move in (CHANCE, OVER) or 0 <= to_move < o.players, f"{where}: to_move is {to_move}"
    assert (open_actions > 0) == (to_move >= 0), f"{where}: {open_actions} legal actions with to_move {to_move}"
    assert (total > 0) == (to_move == CHANCE), f"{where}: chance weighs {total} with to_move {to_move}"


def check_play(game: Game, values: Values, rng: random.Random) -> None:
    """What a person holds: words, paths, notation, positions, records, refusals and undo."""
    where = _name(game, values)
    play = Play(game, values)
    for _ in range(SEEN):
        here = f"{where}, ply {play.ply}"
        _check_position(play, here)
        if play.ply % REFUSED == 0:
            _check_refusals(play, rng, here)
        if play.over or play.ply % DRAWN == 0:
            _check_drawing(play, here)
        if play.over:
            break
        if play.calls and rng.random() < 0.05:
            told = len(play.events)
            _check_call(play, rng.choice(sorted(play.calls)), here)
            _check_frames(play, told, here)
            continue
        before = play.states.tobytes(), len(play.events)
        if play.at_chance:
            choices = {outcome.notation: outcome.code for outcome in play.outcomes}
            assert all(outcome.sentence for outcome in play.outcomes), f"{here}: an outcome has no words"
        else:
            _check_actions(play, here)
            choices = {action.notation: action.code for action in play.legal}
        notation, code = rng.choice(sorted(choices.items()))
        play.push(code)
        after = play.states.tobytes(), len(play.events)
        play.undo()
        assert (play.states.tobytes(), len(play.events)) == before, f"{here}: undo does not restore"
        play.push(notation)
        assert (play.states.tobytes(), len(play.events)) == after, f"{here}: {notation!r} is not action {code}"
        assert all(event.sentence for event in play.events[before[1] :]), f"{here}: an event has no words"
        _check_frames(play, before[1], here)
    _check_record(play, where)


def _check_call(play: Play, word: str, where: str) -> None:
    """A call is played like anything else, and only by a referee."""
    before = play.states.tobytes()
    try:
        play.push("!" + word)
    except IllegalAction:
        pass
    else:
        raise AssertionError(f"{where}: a player may call {word!r}")
    play.call(word)
    play.undo()
    assert play.states.tobytes() == before, f"{where}: undo does not restore what was before {word!r}"
    play.call(word)


def _check_frames(play: Play, told: int, where: str) -> None:
    """What was seen in the midst of the last action can be drawn, goes with what was told, and leads to the scene."""
    if play.ply % FRAMED:  # drawing costs more than all the rest
        return
    seat = (None, *range(play.seats))[play.ply % (play.seats + 1)]
    before = play.states.tobytes()
    frames = play.frames(play.ply - 1, seat)
    assert play.states.tobytes() == before, f"{where}: drawing frames changed the state"
    sentences = iter([event.sentence for event in play.events[told:]])
    for frame in frames:
        assert frame.sentence in sentences, f"{where}: {frame.sentence!r} was not told then"
    seen = [*(frame.pieces for frame in frames), play.scene(seat).pieces]
    for pieces, following in pairwise(seen):
        ids = [shape.id for shape in pieces if shape.id]
        assert len(ids) == len(set(ids)), f"{where}: two shapes of a frame have the same id"
        assert pieces != following, f"{where}: a frame shows nothing new"


def _check_position(play: Play, where: str) -> None:
    again = Play(play.game, play.values)
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes(), (
        f"{where}: the position {play.position!r} does not round-trip: {_difference(again.states, play.states)}"
    )


def _check_actions(play: Play, where: str) -> None:
    """Every action has words, its own notation, and its own path of things that are there to touch."""
    actions = play.legal
    ids = set(play.scene(play.to_move).ids())
    assert len({action.notation for action in actions}) == len(actions), f"{where}: two actions are written alike"
    paths = {action.path for action in actions}
    assert len(paths) == len(actions), f"{where}: two actions have the same path"
    for action in actions:
        assert action.label, f"{where}: action {action.code} has no label"
        assert action.sentence, f"{where}: action {action.code} has no sentence"
        assert action.path, f"{where}: action {action.code} has no path"
        assert set(action.path) <= ids, f"{where}: {set(action.path) - ids} cannot be touched, it is not drawn"
        assert action.target in ids | {""}, f"{where}: {action.target!r}, where {action.notation} ends, is not drawn"
        for cut in range(1, len(action.path)):
            assert action.path[:cut] not in paths, f"{where}: the path {action.path[:cut]} stops half-way along another"


def _check_refusals(play: Play, rng: random.Random, where: str) -> None:
    """What cannot be played is refused, and nothing changes."""
    before = play.states.tobytes(), play.ply, len(play.events)
    size = (play.game.outcomes if play.at_chance else play.game.actions).SIZE
    allowed = set(play.outcome_codes() if play.at_chance else play.legal_codes())
    refused = [code for code in range(size) if code not in allowed]
    calls = play.game.calls
    assert calls is None or play.game.outcomes.SIZE <= calls.START == play.game.actions.SIZE, (
        f"{where}: calls must be numbered on from the actions, of which there are no fewer than outcomes"
    )
    attempts: list[int | str] = [-1, size, 10**6, "nonsense", "", *rng.sample(refused, min(3, len(refused)))]
    for attempt in attempts:
        try:
            play.push(attempt)
        except IllegalAction as error:
            assert len(str(error)) > 10, f"{where}: the refusal of {attempt!r} gives no reason"
        else:
            raise AssertionError(f"{where}: {attempt!r} was not refused")
        assert (play.states.tobytes(), play.ply, len(play.events)) == before, f"{where}: refusing changed something"


def _check_drawing(play: Play, where: str) -> None:
    for seat in (None, *range(play.seats)):
        view = play.view(seat)
        ids = view.scene.ids()
        assert len(ids) == len(set(ids)), f"{where}: two shapes have the same id"
        assert play.pieces(play.s, seat) == view.scene.pieces, f"{where}: pieces are drawn otherwise without the board"
        assert view.asked, f"{where}: nobody says what is asked"
        assert json.dumps(view.as_dict()), f"{where}: the view is not plain data"
    for mode in ("paper", "blueprint"):
        assert draw_svg(play.scene(), mode).startswith("<svg"), f"{where}: no drawing"
    assert str(play).strip(), f"{where}: no text board"


def _check_record(play: Play, where: str) -> None:
    text = write_record(play)
    again = read_record(text)
    assert again.states.tobytes() == play.states.tobytes(), f"{where}: the record leads elsewhere"
    assert again.codes == play.codes, f"{where}: the record holds other actions"
    assert write_record(again) == text, f"{where}: the record of the record differs"


def _draw(
    game: Game,
    states: NDArray[Any],
    options: NDArray[Any],
    actions: Actions,
    weights: Weights,
    rng: random.Random,
) -> int:
    """Something that may be played now, by its weight or at random."""
    if states["to_move"][0] == CHANCE:
        total = game.doors.chance_at(states, 0, options, weights)
        return int(np.searchsorted(np.cumsum(weights), rng.randrange(total), side="right"))
    game.doors.legal_at(states, 0, options, actions)
    return rng.choice(codes_of(actions))


def _check_bounds(game: Game, s: Record, where: str) -> None:
    """Every field holds what it is declared to hold."""
    for field in game.fields:
        low, high = field.kind.bounds
        numbers = field.numbers(s)
        within = all(low <= number <= high for number in numbers)
        assert within, f"{where}: {field.name} is {numbers}, not {low} to {high}"


def _difference(one: NDArray[Any], two: NDArray[Any]) -> str:
    names = one.dtype.names or ()
    return ", ".join(f"{n} {one[n][0]} and {two[n][0]}" for n in names if one[n].tobytes() != two[n].tobytes())


def _name(game: Game, values: Values) -> str:
    options = " ".join(f"{name}={text}" for name, text in changed(game.options, values).items())
    return f"{game.name} ({options or 'default options'})"


CHECKS: tuple[Callable[[Game, Values, random.Random], None], ...] = (check_play_ends, check_targets_agree, check_play)
