"""Numeric: make a number of the dice and cover it, in four games of one family."""

from parlour.engine.chances import winner_takes_all
from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Puzzles, Text
from parlour.games.numeric import (
    drawing,
    knowledge,
    lesson,
    notation,
    opponents,
    posing,
    position,
    puzzles,
    refusing,
    rules,
    sketch,
    text,
)
from parlour.games.numeric.box import box
from parlour.games.numeric.front import FRONT, PRESETS
from parlour.games.numeric.options import OPTIONS, check, limits
from parlour.games.numeric.state import STATE, Action, Call, Event, Outcome
from parlour.games.numeric.tables import DERIVED, derive

GAME = Game(
    name="numeric",
    title="Numeric",
    line="Combine the dice with + − × ÷ into a number from 1 to 100 and cover it for money: four games in one family.",
    source='US patent 5,927,717, "Numeric Board Game" (1999)',
    version=1,
    players=(2, 1, 3, 4, 5, 6, 7, 8),
    rules=rules,
    state=STATE,
    actions=Action,
    outcomes=Outcome,
    events=Event,
    calls=Call,
    declared=OPTIONS,
    derived=DERIVED,
    presets=PRESETS,
    front=FRONT,
    chance=winner_takes_all,
    check=check,
    derive=derive,
    brisk={"max_throws": 200},
    limits=limits,
    text=Text(
        seat=text.seat,
        label=text.label,
        sentence=text.sentence,
        outcome=text.outcome,
        event=text.event,
        asked=text.asked,
        out=text.out,
        why_not=refusing.why_not,
        hints=text.hints,
        pays=text.pays,
        review=text.review,
        invitation=text.invitation,
        decision=text.decision,
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
        call=notation.call,
    ),
    positions=Positions(
        complete=position.complete,
        faults=(
            position.faults_of_throw,
            position.faults_of_sides,
            position.faults_of_turn,
            position.faults_of_number,
            position.faults_of_end,
        ),
    ),
    drawing=Drawing(
        scene=drawing.scene,
        touches=drawing.touches,
        sketch=sketch.sketch,
        target=drawing.target,
        pieces=drawing.pieces,
    ),
    knowledge=knowledge,
    opponents=Opponents(opponents.levels, opponents.REASONS, opponents.FAULTS),
    lesson=lesson.LESSON,
    box=box,
    puzzles=Puzzles(puzzles.KINDS, puzzles.make_sheet, puzzles.DICE, (posing.MAKE,)),
)
