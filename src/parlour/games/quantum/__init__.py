"""Quantum: pieces jump from shell to shell, strike each other in and out, and win when the atom is in balance."""

from typing import Any

from parlour.engine.game import Game
from parlour.engine.options import Choice, Option, OptionError, Values, Whole
from parlour.games.quantum import drawing, notation, rules, text
from parlour.games.quantum.board import INDEX
from parlour.games.quantum.front import FRONT, PRESETS

USUAL_PIECES = {2: 8, 3: 6, 4: 4, 5: 2, 6: 2}

OPTIONS = (
    Option(
        "variant",
        Choice("modified", "inner_ring"),
        "modified",
        "pieces enter on square 3, or on square 1 of a ring of two",
        "two embodiments [U12]",
    ),
    Option(
        "pieces_per_player",
        Whole(2, 8),
        lambda values: USUAL_PIECES[values["players"]],
        "pieces each",
        "suggested numbers [U32]",
        default_help="8 for two players, 6 for three, 4 for four, 2 for five or six",
    ),
    Option(
        "win_form",
        Choice("balance", "counters_home", "one_plus_three"),
        "balance",
        "land on home in balance; bring several home; or land there with three others in play",
        "the first is preferred [U29]",
    ),
    Option(
        "home_target",
        Whole(1, 8),
        2,
        "pieces to bring home",
        "both counters [U29]",
        needs={"win_form": ("counters_home",)},
    ),
    Option(
        "home_check",
        Choice("on_landing", "standing"),
        "on_landing",
        "the balance counts when a piece lands on home, or also while one stands there",
        "when exactly half are in play [U28]",
        needs={"win_form": ("balance",)},
    ),
    Option(
        "totals",
        Choice("same_throw", "off"),
        "same_throw",
        "the two dice of a throw may be totalled, or never",
        "separately or in total [U15, U16]",
    ),
    Option(
        "first_player",
        Choice("throw", "seat0", "random"),
        "throw",
        "the highest throw starts, the first seat, or anyone",
        "silent [U13]",
    ),
    Option("turn_limit", Whole(0, 1_000_000), 1000, "turns after which the game is drawn, 0 for none", "silent [U31]"),
)


def check(values: Values) -> None:
    players, pieces = values["players"], values["pieces_per_player"]
    if players * pieces % 2:
        raise OptionError(
            f"{players} players with {pieces} pieces each have no exact half: expected an even number",
            "pieces_per_player",
        )
    if values["win_form"] == "one_plus_three" and pieces < 4:
        raise OptionError(f"one_plus_three needs at least 4 pieces each, not {pieces}", "pieces_per_player")
    if values["win_form"] == "counters_home" and values["home_target"] > pieces:
        raise OptionError(f"home_target {values['home_target']} is more than the {pieces} pieces each", "home_target")


def derive(values: Values, o: Any) -> None:
    o.pieces = values["pieces_per_player"]
    o.entry = INDEX["3"] if values["variant"] == "modified" else INDEX["1"]


GAME = Game(
    name="quantum",
    title="Quantum",
    line="Jump from shell to shell, strike pieces in and out, and come home while the atom is in balance.",
    source="British patent specification of a game on the shells of the atom, printed in 1982",
    version=1,
    players=(2, 3, 4, 5, 6),
    rules=rules,
    text=text,
    notation=notation,
    drawing=drawing,
    declared=OPTIONS,
    presets=PRESETS,
    front=FRONT,
    check=check,
    derive=derive,
    brisk={"turn_limit": 60},
)
