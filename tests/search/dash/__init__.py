"""Dash, a race with loaded dice for two or three: small enough to be solved by hand, and with opponents of its own."""

from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Text
from parlour.engine.options import Option, Whole
from tests.search.dash import knowledge, learning, opponents, rules, words

GAME = Game(
    name="dash",
    title="Dash",
    line="Walk, run or trip somebody up.",
    version=1,
    players=(3, 2),
    rules=rules,
    state=rules.STATE,
    actions=rules.Action,
    outcomes=rules.Outcome,
    events=rules.Event,
    text=Text(
        seat=words.seat,
        label=words.write,
        sentence=words.write,
        outcome=words.outcome,
        event=words.event,
        asked=words.asked,
    ),
    notation=Notation(write=words.write, outcome=words.outcome),
    drawing=Drawing(scene=words.scene, touches=words.touches, sketch=words.sketch),
    positions=Positions(complete=rules.complete),
    knowledge=knowledge,
    learning=learning,
    opponents=Opponents(lambda values: opponents.levels(values), opponents.REASONS),
    declared=(Option("rounds", Whole(1, 9), 2, "turns each"),),
)
