"""Quatro's opponents, and why they move as they do."""

from dataclasses import replace

from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.games.quatro.knowledge import SEES_CUBE, SEES_HITS
from parlour.games.quatro.learning import family

RUNNING = ("race", "sprint", "front")
HITTING = (*RUNNING, "bar", "off", "roll", "danger")
HIDING = (*HITTING, "loose", "shut", "entry", "waste")

REASONS: dict[str, tuple[str, str]] = {
    "race": ("gains in the race", "sets the others back in the race"),
    "sprint": ("gets home sooner", "leaves the others behind on the way home"),
    "waste": ("spreads its men well for bearing off", "makes the others bear off unevenly"),
    "roll": ("has the next roll", "takes the roll from the others"),
    "bar": ("brings a man in from the bar", "sends a man to the bar"),
    "entry": ("comes in before the way is closed", "closes the way in from the bar"),
    "off": ("bears men off", "keeps the others from bearing off"),
    "danger": ("takes men out of reach", "threatens a single man"),
    "loose": ("leaves less to be hit later", "keeps single men in sight"),
    "shut": ("is not hit where it could not come in again", "could hit a man who would not come in again"),
    "held": ("frees its men from behind closed points", "holds men behind closed points"),
    "rear": ("opens the way for its last man", "closes the way of a last man"),
    "home": ("makes points in its home board", "breaks up a home board"),
    "outer": ("makes points before its home board", "breaks up points on the way home"),
    "prime": ("builds a row of points", "breaks a row of points"),
    "anchor": ("keeps a safe point far back", "takes another's safe point far back away"),
    "back": ("brings its rearmost men on", "keeps men far back"),
    "alone": ("leaves no man behind alone", "cuts off a last man"),
    "front": ("brings men round to its own side", "keeps men on the far side"),
    "stack": ("spreads its men", "makes others pile up their men"),
    "deep": ("does not bury men on the lowest points", "makes others bury their men"),
}


BY_KNOWLEDGE = 1000  # simulations of the strongest
BY_NET = {"quatro": 400, "backgammon24": 1500}  # the same, by the rules for which there are nets
WAVERING = {"two": 0.025, "three": 0.05, "four": 0.05}  # by net, of who judges by it at a glance


def levels(values: Values) -> tuple[Level, ...]:
    by_net = family(values) is not None
    simulations = BY_NET.get(values["ruleset"], BY_KNOWLEDGE) if by_net else BY_KNOWLEDGE
    by_eye = Level("makes points and holds others up, but hardly looks beyond their own roll", simulations=4)
    if family(values) in WAVERING:
        by_eye = replace(by_eye, simulations=1, net=True, wavering=WAVERING[str(family(values))])
    return (
        Level("only runs, and sees nobody else on the board", knows=RUNNING, sight=0),
        Level("hits what they can, and is careless about their own men", knows=HITTING, sight=SEES_HITS, wavering=0.13),
        Level("hits, and mostly looks after their own men", knows=HITTING, sight=SEES_HITS, wavering=0.075),
        Level("keeps their men out of reach, but builds nothing", knows=HIDING, sight=SEES_CUBE),
        by_eye,
        Level("thinks a good way ahead", simulations=simulations, net=by_net, ending=by_net),
    )
