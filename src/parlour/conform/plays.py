"""Whether everything a person holds is right: words, paths, notation, positions, records, refusals, drawings, undo."""

import json
import random
from itertools import pairwise

from parlour.conform.naming import name_difference, name_options
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.play import IllegalAction, Play
from parlour.engine.record import write_record
from parlour.engine.replay import read_record
from parlour.engine.svg import draw_svg

SEEN = 300  # plies of each play that are looked at closely
REFUSED, DRAWN = 10, 30  # of so many plies in one nonsense is tried, and everybody's view is drawn
FRAMED = 7  # of so many plies one is looked at in its midst too


def check_play(game: Game, values: Values, rng: random.Random) -> None:
    """What a person holds: words, paths, notation, positions, records, refusals and undo."""
    where = name_options(game, values)
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
    sentences = iter([play.say(event.words, seat) for event in play.events[told:]])
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
        f"{where}: the position {play.position!r} does not round-trip: {name_difference(again.states, play.states)}"
    )


def _check_actions(play: Play, where: str) -> None:
    """Every action has words, its own notation, and its own path of things that are there to touch."""
    actions = play.legal
    ids = set(play.scene(play.to_move).ids())
    assert len({action.notation for action in actions}) == len(actions), f"{where}: two actions are written alike"
    labels = [action.label for action in actions]
    alike = sorted({label for label in labels if labels.count(label) > 1})
    assert not alike, f"{where}: two buttons say the same: {', '.join(alike)}"
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
