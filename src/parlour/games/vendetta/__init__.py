"""Vendetta: bring the Godfather round the track and home, past hostages, massacres and a spinner with two gunmen."""

from parlour.engine.chances import winner_takes_all
from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Puzzles, Spelling, Text
from parlour.games.vendetta import (
    drawing,
    knowledge,
    learning,
    lesson,
    notation,
    observing,
    opponents,
    position,
    puzzles,
    refusing,
    rules,
    sketch,
    text,
)
from parlour.games.vendetta.box import box
from parlour.games.vendetta.front import FRONT, PRESETS
from parlour.games.vendetta.options import DERIVED, OPTIONS, derive
from parlour.games.vendetta.state import STATE, Action, Event, Outcome

GAME = Game(
    name="vendetta",
    title="Vendetta",
    line="Bring your Godfather round the track and home, while soldiers take hostages and a spinner points two guns.",
    source="European patent application 0 288 997, 1988",
    version=1,
    players=(4, 2, 3),
    rules=rules,
    state=STATE,
    actions=Action,
    outcomes=Outcome,
    events=Event,
    declared=OPTIONS,
    derived=DERIVED,
    presets=PRESETS,
    front=FRONT,
    chance=winner_takes_all,
    derive=derive,
    brisk={"turn_limit": 200},
    text=Text(
        seat=text.seat,
        label=text.label,
        sentence=text.sentence,
        outcome=text.outcome,
        event=text.event,
        asked=text.asked,
        out=text.out,
        why_not=refusing.why_not,
        minor=text.MINOR,
        major=text.MAJOR,
        closing=text.CLOSING,
        decisive=text.DECISIVE,
    ),
    notation=Notation(
        write=notation.write,
        outcome=notation.outcome,
        done=notation.done,
        read=notation.read,
        split=notation.split,
    ),
    positions=Positions(
        spellings={"groups": Spelling(position.write_order, position.read_order)},
        faults=(position.faults_on_spaces, position.faults_of_players, position.faults_of_turn),
    ),
    drawing=Drawing(
        scene=drawing.scene,
        touches=drawing.touches,
        sketch=sketch.sketch,
        target=drawing.target,
        pieces=drawing.pieces,
        turned=True,
    ),
    knowledge=knowledge,
    learning=learning,
    observing=observing,
    opponents=Opponents(opponents.levels, opponents.reasons, opponents.FAULTS),
    lesson=lesson.LESSON,
    puzzles=Puzzles(posed=(puzzles.BEST,)),
    box=box,
)
