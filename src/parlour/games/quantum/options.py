"""The options of Quantum."""

from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Option, OptionError, Values, Whole, choose
from parlour.games.quantum.board import INDEX

USUAL_PIECES = {2: 8, 3: 6, 4: 4, 5: 2, 6: 2}


class Variant(Codes, asks="pieces enter on square 3, or on square 1 of a ring of two"):
    MODIFIED = code("pieces enter on square 3")
    INNER_RING = code("pieces enter on square 1 of a ring of two")


class WinForm(Codes, asks="land on home in balance; bring several home; or land there with three others in play"):
    BALANCE = code("land on home in balance")
    COUNTERS_HOME = code("bring several home")
    ONE_PLUS_THREE = code("land on home with three others in play")


class HomeCheck(Codes, asks="the balance counts when a piece lands on home, or also while one stands there"):
    ON_LANDING = code("the balance counts when a piece lands on home")
    STANDING = code("also while one stands there")


class Totals(Codes, asks="the two dice of a throw may be totalled, or never"):
    SAME_THROW = code("the two dice of a throw may be totalled")
    OFF = code("never")


class ArrivingOn37(
    Codes, asks="a piece that falls or rises to 37 rests there, or goes on to 55 unless it comes from 19"
):
    REST = code("a piece that falls or rises to 37 rests there, as on any jump square")
    MOVE_ON = code("unless it comes from 19 it goes on to 55, as printed")


class FirstPlayer(Codes, asks="the highest throw starts, the first seat, or anyone"):
    THROW = code("the highest throw")
    SEAT0 = code("the first seat")
    RANDOM = code("anyone")


OPTIONS = (
    choose(Variant, "modified", "two embodiments [U12]"),
    Option(
        "pieces_per_player",
        Whole(2, 8),
        lambda values: USUAL_PIECES[values["players"]],
        "pieces each",
        "suggested numbers [U32]",
        default_help="8 for two players, 6 for three, 4 for four, 2 for five or six",
    ),
    choose(WinForm, "balance", "the first is preferred [U29]"),
    Option(
        "home_target",
        Whole(1, 8),
        2,
        "pieces to bring home",
        "both counters [U29]",
        needs={"win_form": ("counters_home",)},
    ),
    choose(HomeCheck, "on_landing", "when exactly half are in play [U28]", needs={"win_form": ("balance",)}),
    choose(Totals, "same_throw", "separately or in total [U15, U16]"),
    choose(ArrivingOn37, "rest", "who lands on 37, but not from 19, goes on to 55 [U37]"),
    choose(FirstPlayer, "throw", "silent [U13]"),
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


DERIVED = (Field("entry", Whole(1, 3), "the square where pieces come in (U12)"),)


def derive(values: Values, o: Any) -> None:
    o.entry = INDEX["3"] if values["variant"] == "modified" else INDEX["1"]
