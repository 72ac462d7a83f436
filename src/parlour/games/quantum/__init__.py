"""Quantum: pieces jump from shell to shell, strike each other in and out, and win when the atom is in balance."""

from parlour.engine.chances import winner_takes_all
from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Puzzles, Text
from parlour.games.quantum import (
    cards,
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
from parlour.games.quantum.box import box
from parlour.games.quantum.front import FRONT, PRESETS
from parlour.games.quantum.options import DERIVED, OPTIONS, check, derive
from parlour.games.quantum.state import STATE, Action, Event, Outcome

GAME = Game(
    name="quantum",
    title="Quantum",
    line="Jump from shell to shell, strike pieces in and out, and come home while the atom is in balance.",
    source="British patent specification of a game on the shells of the atom, printed in 1982",
    version=1,
    players=(2, 3, 4, 5, 6),
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
    check=check,
    derive=derive,
    brisk={"turn_limit": 60},
    text=Text(
        seat=text.seat,
        label=text.label,
        sentence=text.sentence,
        outcome=text.outcome,
        event=text.event,
        asked=text.asked,
        why_not=refusing.why_not,
        minor=text.MINOR,
        major=text.MAJOR,
        closing=text.CLOSING,
    ),
    notation=Notation(write=notation.write, outcome=notation.outcome, done=notation.done, read=notation.read),
    positions=Positions(complete=position.complete, faults=(position.faults_on_board, position.faults_of_end)),
    drawing=Drawing(
        scene=drawing.scene,
        touches=drawing.touches,
        sketch=sketch.sketch,
        target=drawing.target,
        pieces=drawing.pieces,
        cards=cards.cards,
    ),
    knowledge=knowledge,
    learning=learning,
    observing=observing,
    opponents=Opponents(opponents.levels, opponents.REASONS, opponents.FAULTS),
    lesson=lesson.LESSON,
    box=box,
    puzzles=Puzzles(posed=(puzzles.BEST,)),
)
