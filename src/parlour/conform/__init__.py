"""The conformance suite: what every game must keep, whoever wrote it. One line in a game's tests runs it:

    check_game(GAME, plays=20, seed=1)

Every check raises AssertionError with a sentence that names the game, the options and the place. What can be found by
reading and by running the rules as written is found before anything is compiled.
"""

import random
from collections.abc import Callable

from parlour.conform.declaration import check_declaration, check_options_are_read, check_options_matter, check_sources
from parlour.conform.faults import explained
from parlour.conform.opponents import check_ending, check_glances, check_judging, check_levels, check_reasons
from parlour.conform.plays import check_play
from parlour.conform.refusals import check_refusals
from parlour.conform.rules import check_play_ends, check_targets_agree
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.teaching import teach_all

Check = Callable[[Game, Values, random.Random], None]

AS_WRITTEN: tuple[Check, ...] = (check_play, check_refusals)  # nothing is compiled for these
COMPILED: tuple[Check, ...] = (check_play_ends, check_targets_agree)
OPPONENTS: tuple[Check, ...] = (check_judging, check_ending, check_glances, check_levels)
CHECKS = (*AS_WRITTEN, *COMPILED, *OPPONENTS)


def check_game(game: Game, plays: int = 10, seed: int = 0) -> None:
    """All checks, over random plays under random options."""
    rng = random.Random(seed)
    with explained(game, "reading what it declares"):
        check_sources(game)
        check_declaration(game)
        check_options_are_read(game)
        check_options_matter(game, rng)
        for preset in (None, *game.presets):
            check_reasons(game, game.settle(preset))
    with explained(game, "playing by the rules as written"):
        for check in AS_WRITTEN:
            check(game, game.settle(), rng)
    with explained(game, "playing its lesson"):
        if game.lesson is not None:
            teach_all(game)
    with explained(game, "playing by the compiled rules"):
        for _ in range(plays):
            for check in (*AS_WRITTEN, *COMPILED):
                check(game, game.sample(rng, game.brisk if check is check_play_ends else None), rng)
    with explained(game, "letting its opponents play"):
        for preset in (None, *game.presets):
            for check in OPPONENTS:
                check(game, game.settle(preset), rng)
