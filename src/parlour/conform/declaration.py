"""Whether a game declares all that it has to, and everything in it can be read before anything is compiled."""

import random
import re
import sys

import numpy as np

from parlour.engine.contract import FUNCTIONS, OPTIONAL
from parlour.engine.front import check_front
from parlour.engine.game import Game
from parlour.engine.options import OptionError, changed
from parlour.engine.subset import RulesError, check_source

COMMON_FIELDS = ("turn", "turns")  # the seat whose turn it is, or -1; the turns begun


def check_sources(game: Game) -> None:
    """All that is written like rules keeps to what compiled code can do."""
    solving = game.solving.rules if game.solving else None
    ending = game.ending.rules if game.ending else None
    for module in (game.rules, game.knowledge, game.observing, solving, ending):
        if module is not None:
            try:
                check_source(sys.modules[module.__name__])
            except RulesError as error:
                raise AssertionError(f"{game.name}: {error}") from None


def check_declaration(game: Game) -> None:
    """The rules have what the contract asks, every option is readable, every preset settles."""
    declared = vars(game.rules)
    for name in FUNCTIONS:
        needed = name not in OPTIONAL or (name == "calls" and game.calls is not None)
        assert not needed or callable(declared.get(name)), f"{game.name}: rules.py has no function {name}"
    assert ("cases" in declared) == ("case" in declared), (
        f"{game.name}: rules.py has one of cases and case: expected both"
    )
    for name in COMMON_FIELDS:
        assert any(field.name == name for field in game.fields), f"{game.name}: the state has no field {name!r}"
    for field in (*game.fields, *game.derived):
        assert field.line, f"{game.name}: field {field.name!r} does not say what it means"
    for name, table in declared.items():
        if isinstance(table, np.ndarray):
            assert table.dtype == np.int64, f"{game.name}: table {name} must be int64, or small numbers would wrap"
    for option in game.options:
        assert option.help, f"{game.name}: option {option.name} has no help"
    check_front(game.front, game.options)
    for preset in (None, *game.presets):
        values = game.settle(preset)
        assert game.settle(**changed(game.options, values)) == values, (
            f"{game.name}: preset {preset} does not round-trip"
        )


def check_options_matter(game: Game, rng: random.Random) -> None:
    """Every option, wherever it may be set, changes what the rules read: none is accepted and ignored."""
    for option in game.options:
        needed = {name: wanted[0] for name, wanted in option.needs.items()}
        for _ in range(20):
            try:
                usual = game.settle(**needed)
                other = game.settle(**needed, **{option.name: option.kind.sample(rng)})
            except OptionError:
                continue
            same = game.encode(usual).tobytes() == game.encode(other).tobytes()
            assert same == (usual == other), f"{game.name}: {option.name}={other[option.name]} changes nothing"


def check_options_are_read(game: Game) -> None:
    """Some line of the game's own files reads every option: from the record, or from the values while deriving."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(game.folder.glob("*.py")))
    for option in game.declared:
        read = rf"\bo\.{option.name}\b|\[\"{option.name}\"\]"
        assert re.search(read, source), f"{game.name}: no line reads the option {option.name}, as o.{option.name}"
