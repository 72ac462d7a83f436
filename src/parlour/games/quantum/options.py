"""The options of Quantum."""

from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Offer, Option, OptionError, Values, Whole, choose
from parlour.games.quantum.board import INDEX

USUAL_PIECES = {2: 8, 3: 6, 4: 4, 5: 2, 6: 2}


class Variant(Codes, title="The middle of the board", asks="Where pieces come in."):
    MODIFIED = code("on square 3, lithium")
    INNER_RING = code("on square 1, hydrogen, of an inner ring of two")


class WinForm(Codes, title="How to win", asks="What a player has to do."):
    BALANCE = code("bring a piece home while exactly half of all pieces are on the board")
    COUNTERS_HOME = code("bring several pieces home")
    ONE_PLUS_THREE = code("bring a piece home while three others of yours are on the board")


class HomeCheck(Codes, title="When the balance counts", asks="When exactly half of the pieces must be on the board."):
    ON_LANDING = code("when a piece comes home")
    STANDING = code("at any time while a piece is home")


class Totals(Codes, title="Adding the dice", asks="Whether one piece may move by both dice at once."):
    SAME_THROW = code("by the two dice of one throw")
    OFF = code("never")


class ArrivingOn37(Codes, title="Coming to 37", asks="What happens to a piece that falls or rises to 37, rubidium."):
    REST = code("it rests there, as on any jump square")
    MOVE_ON = code("unless it comes from 19 it goes on to 55, as printed")


class FirstPlayer(Codes, title="Who starts", asks="Who has the first turn."):
    THROW = code("whoever throws highest")
    SEAT0 = code("the first player on the list")
    RANDOM = code("anyone, by lot")


OPTIONS = (
    choose(Variant, "modified", "two embodiments [U12]"),
    Option(
        "pieces_per_player",
        Whole(2, 8),
        lambda values: USUAL_PIECES[values["players"]],
        "How many pieces each player has.",
        "suggested numbers [U32]",
        default_help="8 for two players, 6 for three, 4 for four, 2 for five or six",
        title="Pieces",
        offers=tuple(Offer(count, str(count)) for count in range(2, 9)),
    ),
    choose(WinForm, "balance", "the first is preferred [U29]"),
    Option(
        "home_target",
        Whole(1, 8),
        2,
        "How many pieces somebody has to bring home to win.",
        "both counters [U29]",
        needs={"win_form": ("counters_home",)},
        title="Pieces to bring home",
        offers=tuple(Offer(count, str(count)) for count in range(1, 9)),
    ),
    choose(HomeCheck, "on_landing", "when exactly half are in play [U28]", needs={"win_form": ("balance",)}),
    choose(Totals, "same_throw", "separately or in total [U15, U16]"),
    choose(ArrivingOn37, "rest", "who lands on 37, but not from 19, goes on to 55 [U37]"),
    choose(FirstPlayer, "throw", "silent [U13]"),
    Option(
        "turn_limit",
        Whole(0, 1_000_000),
        1000,
        "The game is drawn after this many turns; 0 means never.",
        "silent [U31]",
        title="Longest game",
    ),
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
