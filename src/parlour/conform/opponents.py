"""Whether a game's knowledge is the same compiled and as written, and its opponents play."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from parlour.conform.naming import name_options
from parlour.engine.bind import bind
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.targets import CPU, PYTHON
from parlour.search.bots import CAST, LevelBot
from parlour.search.endings import family_of, find_table
from parlour.search.glance import GlanceBot
from parlour.search.knowledge import levels_of, weighing_of
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.search.thinker import Thinker

PLIES = 80  # of each random play


def check_reasons(game: Game, values: Values) -> None:
    """Every term weighs something in every row and has its two reasons, and every level has its words."""
    where, weighing, levels = name_options(game, values), None, levels_of(game, values)
    assert 1 <= len(levels) <= len(CAST), f"{where}: {len(levels)} levels: expected 1 to {len(CAST)}"
    assert all(level.line for level in levels), f"{where}: a level does not say how it plays"
    if game.knowledge is None:
        return
    terms, weights = set(game.knowledge.Term.words()), game.knowledge.WEIGHTS
    assert set(weights) == terms, f"{where}: WEIGHTS has {sorted(weights)}: expected the terms {sorted(terms)}"
    rows = {len(row) for row in weights.values()}
    assert len(rows) == 1, f"{where}: the terms have {sorted(rows)} weights: expected the same number for each"
    weighing = weighing_of(game, game.encode(values))
    assert weighing is not None
    reasons = game.opponents.reasons_under(values) if game.opponents else {}
    assert set(reasons) == terms, (
        f"{where}: reasons for {sorted(reasons)}: expected one pair for each of {sorted(terms)}"
    )
    for term, words in reasons.items():
        assert len(words) == 2, f"{where}: reasons for {term!r}: expected two, what I gain and what the others lose"
        assert all(words), f"{where}: a reason for {term!r} has no words"
    faults = game.opponents.faults if game.opponents else ()
    assert set(faults) <= terms, f"{where}: faults {sorted(faults)}: expected some of the terms {sorted(terms)}"
    for level in levels:
        weighing.limited_to(level.knows)


def random_line(game: Game, values: Values, rng: random.Random) -> Iterator[Line]:
    """A line at every ply of a random play."""
    line = Line(game, values)
    while not line.over and len(line.codes) < PLIES:
        yield line
        if line.at_chance:
            line.draw(rng.random())
        else:
            line.push(rng.choice(line.legal_codes()))


def check_judging(game: Game, values: Values, rng: random.Random) -> None:
    """Positions are judged alike compiled and as written, in finite numbers, and judging changes nothing."""
    if game.knowledge is None:
        return
    where, thinker = name_options(game, values), Thinker(game, values, capacity=1 << 10)
    judge = bind(game.knowledge, PYTHON).judge
    for line in random_line(game, values, rng):
        before = line.states.tobytes()
        points = thinker.judge(line)
        compiled = thinker.weigh(line)
        terms = np.zeros_like(compiled)
        judge(line.s, line.o, terms)
        ply = len(line.codes)
        assert np.abs(terms - compiled).max() < 1e-9, f"{where}, ply {ply}: judged otherwise when compiled"
        assert np.isfinite(points).all(), f"{where}, ply {ply}: worth {points}"
        assert np.isfinite(terms).all(), f"{where}, ply {ply}: a term is not a finite number"
        assert line.states.tobytes() == before, f"{where}, ply {ply}: judging changed the state"


def check_ending(game: Game, values: Values, rng: random.Random) -> None:
    """Endings are foretold alike compiled and as written, in shares that are finite, and asking changes nothing."""
    if game.ending is None or family_of(game, values) is None:
        return
    where, own = name_options(game, values), game.ending
    assert game.learning is not None, f"{where}: an ending says what a net would answer: expected a learning.py"
    written, compiled = (bind(own.rules, target) for target in (PYTHON, CPU))
    for line in random_line(game, values, rng):
        if not own.is_near(line.s, line.o):
            continue
        table, before, ply = find_table(game, values), line.states.tobytes(), len(line.codes)
        shares = np.zeros((2, line.seats, game.learning.SHARES))
        told = written.foretell(line.s, line.o, table, shares[0])
        again = compiled.foretell(line.states[0], line.options[0], table, shares[1])
        assert told == again, f"{where}, ply {ply}: the ending is known only as written, or only when compiled"
        assert not told or shares[0].tobytes() == shares[1].tobytes(), (
            f"{where}, ply {ply}: told otherwise when compiled"
        )
        assert np.isfinite(shares).all(), f"{where}, ply {ply}: told {shares[0]}"
        assert line.states.tobytes() == before, f"{where}, ply {ply}: telling the ending changed the state"


def check_levels(game: Game, values: Values, rng: random.Random) -> None:
    """Every level plays legal moves; the stronger ones are asked less often, for they think longer."""
    where = name_options(game, values)
    for number, name in enumerate(CAST[: len(levels_of(game, values))]):
        bot = new_bot(game, values, name)
        for line in random_line(game, values, rng):
            if not line.at_chance and len(line.codes) % (7 + 20 * number) == number:
                assert bot.choose(line) in line.legal_codes(), f"{where}: {name} played what is not legal"


def check_glances(game: Game, values: Values, rng: random.Random) -> None:
    """Whoever does not look ahead plays the same before and after its search is compiled."""
    if game.knowledge is None:
        return
    where = name_options(game, values)
    for name in CAST[: len(levels_of(game, values))]:
        glancing = GlanceBot(game, values, name)
        bot = LevelBot(game, values, name, replace(glancing.level, simulations=0, net=False), seed=5)
        for line in random_line(game, values, rng):
            if not line.at_chance:
                bot.begin(5)
                seen = glancing.choose(line.states.tobytes(), len(line.codes), seed=5)
                assert seen == bot.choose(line), f"{where}, ply {len(line.codes)}: {name} glances at another move"
