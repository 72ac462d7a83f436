"""Stencil: three of yours and one of theirs, seen through the four holes of a plate."""

from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Puzzles, Solving, Text
from parlour.games.stencil import (
    drawing,
    knowledge,
    lesson,
    notation,
    opponents,
    position,
    puzzles,
    refusing,
    rules,
    solving,
    text,
)
from parlour.games.stencil.box import box
from parlour.games.stencil.front import FRONT, PRESETS
from parlour.games.stencil.options import DERIVED, OPTIONS, check, derive, pointless
from parlour.games.stencil.state import STATE, Action, Event, Outcome

GAME = Game(
    name="stencil",
    title="Stencil",
    line="Two players, sixteen cells, and a plate with four holes: see three of yours and one of theirs.",
    source="M. Kindred for Invicta Plastics, filed 1976",
    version=1,
    players=(2,),
    rules=rules,
    state=STATE,
    actions=Action,
    outcomes=Outcome,
    events=Event,
    declared=OPTIONS,
    derived=DERIVED,
    presets=PRESETS,
    front=FRONT,
    chance=lambda values: (0.0, 1.0) if values["games"] == 1 else None,
    check=check,
    pointless=pointless,
    derive=derive,
    brisk={"games": 2},
    text=Text(
        seat=text.seat,
        label=text.label,
        sentence=text.sentence,
        outcome=text.outcome,
        event=text.event,
        asked=text.asked,
        why_not=refusing.why_not,
        hints=text.hints,
        minor=text.MINOR,
        major=text.MAJOR,
        closing=text.CLOSING,
    ),
    notation=Notation(
        write=notation.write,
        outcome=notation.outcome,
        done=notation.done,
        read=notation.read,
        join=notation.join,
        split=notation.split,
    ),
    positions=Positions(complete=position.complete, faults=(position.faults_on_board, position.faults_of_match)),
    drawing=Drawing(scene=drawing.scene, touches=drawing.touches, sketch=drawing.sketch, pieces=drawing.pieces),
    knowledge=knowledge,
    opponents=Opponents(opponents.levels, opponents.REASONS),
    solving=Solving(solving, solving.SCOPE, solving.DEFAULTS, solving.POINTS),
    lesson=lesson.LESSON,
    box=box,
    puzzles=Puzzles(posed=(puzzles.CLAIM,)),
)
