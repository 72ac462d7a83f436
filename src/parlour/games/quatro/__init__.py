"""Quatro: backgammon for two, three or four on a circle of 36 points."""

from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Ending, Notation, Opponents, Positions, Puzzles, Spelling, Text
from parlour.games.quatro import (
    drawing,
    ending,
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
from parlour.games.quatro.box import box
from parlour.games.quatro.front import FRONT, PRESETS
from parlour.games.quatro.options import DERIVED, OPTIONS, check, derive, pointless
from parlour.games.quatro.state import STATE, Action, Event, Outcome

GAME = Game(
    name="quatro",
    title="Quatro",
    line="Backgammon for two, three or four on a circle of 36 points, with a doubling cube for all of them.",
    source="Patent for a circular backgammon board of four quadrants",
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
    check=check,
    pointless=pointless,
    derive=derive,
    brisk={"turn_cap": 60, "match": "single"},
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
    ),
    notation=Notation(
        write=notation.write,
        outcome=notation.outcome,
        read=notation.read,
        join=notation.join,
        split=notation.split,
    ),
    positions=Positions(
        spellings={"men": Spelling(position.write_men, position.read_men)},
        complete=position.complete,
        faults=(
            position.faults_of_turn,
            position.faults_of_men,
            position.faults_of_stakes,
            position.faults_of_tally,
        ),
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
    ending=Ending(ending, ending.NO_TABLE, ending.family, ending.build, ending.is_near),
    observing=observing,
    opponents=Opponents(opponents.levels, opponents.REASONS),
    lesson=lesson.LESSON,
    box=box,
    puzzles=Puzzles(posed=(puzzles.BEST,)),
)
