"""Pig: roll as often as you dare, and hold before a 1 takes it all."""

from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Text

from pig import drawing, knowledge, lesson, notation, opponents, position, rules, text
from pig.front import FRONT, PRESETS
from pig.options import OPTIONS
from pig.state import STATE, Action, Event, Outcome

GAME = Game(
    name="pig",
    title="Pig",
    line="Two to eight players and a die: roll as often as you dare, and hold before a 1 takes it all.",
    source="a folk dice game",
    version=1,
    players=(2, 3, 4, 5, 6, 7, 8),
    rules=rules,
    state=STATE,
    actions=Action,
    outcomes=Outcome,
    events=Event,
    declared=OPTIONS,
    presets=PRESETS,
    front=FRONT,
    text=Text(
        seat=text.seat,
        label=text.label,
        sentence=text.sentence,
        outcome=text.outcome,
        event=text.event,
        asked=text.asked,
        why_not=text.why_not,
    ),
    notation=Notation(write=notation.write, outcome=notation.outcome, read=notation.read),
    positions=Positions(complete=position.complete, faults=(position.faults,)),
    drawing=Drawing(scene=drawing.scene, touches=drawing.touches, sketch=drawing.sketch),
    knowledge=knowledge,
    opponents=Opponents(opponents.levels, opponents.REASONS),
    lesson=lesson.LESSON,
)
