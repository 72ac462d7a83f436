"""The games as the API lists them: options, presets and levels, from which a client makes its forms."""

from functools import cache
from typing import Any

from parlour.engine.front import (
    Front,
    Picture,
    Preset,
    find_group,
    find_parent,
    list_picks,
    name_preset,
    spoken,
    tell_preset,
    title_option,
    word_value,
)
from parlour.engine.game import Game, find_game, games
from parlour.engine.options import Choice, Flag, Option, OptionError, Values
from parlour.engine.pages import set_up
from parlour.engine.play import Play
from parlour.engine.position import PositionError
from parlour.engine.scene import Scene
from parlour.engine.wording import capital
from parlour.search.bots import CAST
from parlour.search.knowledge import levels_of
from parlour.server.rooms.refusal import Refused


def describe_game(game: Game, longest: float = 0.0) -> dict[str, Any]:
    """`longest` are the seconds that a bot may be told to think for a move."""
    kinds = {option.name: option.kind for option in game.options}
    usual = game.settle()
    return {
        "name": game.name,
        "title": game.title,
        "line": game.line,
        "source": game.source,
        "version": game.version,
        "players": sorted(game.players),
        "options": [describe_option(game, option, usual) for option in game.options],
        "presets": {
            name: {option: kinds[option].write(value) for option, value in preset.items()}
            for name, preset in game.presets.items()
        },
        "levels": describe_levels(game, usual, longest),
        "lesson": game.lesson is not None,
        "front": describe_front(game, game.front),
    }


def describe_option(game: Game, option: Option, usual: Values) -> dict[str, Any]:
    choices = list_values(option)
    return {
        "name": option.name,
        "title": title_option(option),
        "help": option.help,
        "values": option.kind.describe(),
        "default": option.describe_default(),
        "usual": option.kind.write(usual[option.name]),
        "choices": choices and [option.kind.write(value) for value in choices],
        "titles": choices and [capital(word_value(option, value)) for value in choices],
        "offers": [
            {
                "value": option.kind.write(offer.value),
                "title": capital(offer.words),
                "needs": {other: list(wanted) for other, wanted in offer.needs.items()},
            }
            for offer in option.offers
        ],
        "needs": {other: list(wanted) for other, wanted in option.needs.items()},
        "group": find_group(game.front, game.options, option),
        "under": find_parent(game.front, option) or None,
    }


def describe_front(game: Game, front: Front) -> dict[str, Any]:
    """How a game is shown in a list and in a form."""
    return {
        "order": front.order,
        "length": front.length,
        "picture": describe_picture(front.picture),
        "quick": describe_quick(game, front),
        "asks": list(front.asks),
        "throws": front.throws,
        "usual": describe_preset(game, front.usual.title, front.usual),
        "presets": {
            name: describe_preset(game, name_preset(name, preset), preset) for name, preset in game.presets.items()
        },
    }


def describe_preset(game: Game, title: str, preset: Values) -> dict[str, Any]:
    length = preset.length if isinstance(preset, Preset) else ""
    return {"title": title, "line": tell_preset(preset, game.options), "length": length}


def describe_picture(picture: Picture) -> dict[str, Any]:
    return {"position": picture.position, "view": picture.view, "round": picture.round}


def describe_quick(game: Game, front: Front) -> dict[str, Any] | None:
    if front.quick is None:
        return None
    option = next(option for option in game.options if option.name == front.quick.option)
    write, picks = option.kind.write, list_picks(front.quick, option)
    kinds = {option.name: option.kind for option in game.options}
    usual = picks[0].value if callable(option.default) else option.default
    return {
        "option": option.name,
        "first": write(usual if front.quick.first is None else front.quick.first),
        "picks": [
            {
                "value": write(pick.value),
                "title": pick.title or capital(spoken(write(pick.value))),
                "line": pick.line or game.line,
                "length": pick.length or front.length,
                "picture": describe_picture(pick.picture or front.picture),
                "options": {name: kinds[name].write(value) for name, value in pick.options.items()},
            }
            for pick in picks
        ],
    }


def name_seats(game: Game, values: Values) -> list[str]:
    """The seats by the game's own names, as far as they are settled before chance decides anything."""
    play = Play(game, values)
    return [game.text.seat(play.s, play.o, seat) for seat in range(values["players"])]


def list_values(option: Option) -> list[Any] | None:
    """All values of an option, where they are few."""
    if isinstance(option.kind, Choice):
        return list(option.kind.values)
    return [True, False] if isinstance(option.kind, Flag) else None


def describe_levels(game: Game, values: Values, longest: float) -> list[dict[str, Any]]:
    return [
        {"name": name, "line": level.line, "longest": longest if level.simulations else 0.0}
        for name, level in zip(CAST, levels_of(game, values), strict=False)
    ]


@cache
def list_names() -> tuple[str, ...]:
    """The games there are: looking through all packages takes a while, and there are no more later."""
    return tuple(games())


def find_known(name: str) -> Game:
    """Raises Refused."""
    if name not in list_names():
        raise Refused(404, f"there is no game {name!r}: expected one of {', '.join(list_names())}")
    return find_game(name)


def show_cards(game: Game) -> dict[str, Any]:
    """What a game tells about things on its board. Raises Refused."""
    if game.drawing.cards is None:
        raise Refused(404, f"{game.title} has no cards to show")
    return {thing: card.as_dict() for thing, card in game.drawing.cards().items()}


def settle_options(name: str, preset: str | None, options: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
    """A game and the values of its options. Raises Refused."""
    game = find_known(name)
    try:
        return game, game.settle(preset, **options)
    except OptionError as error:
        raise Refused(422, str(error), error.option) from None


def check_position(game: Game, values: Values, position: str) -> str:
    """A position to start from, written as the game writes it. Raises Refused."""
    play = Play(game, values)
    try:
        play.place(position)
    except PositionError as error:
        raise Refused(422, str(error)) from None
    if play.over:
        raise Refused(422, "in this position the play is over: expected one to go on from")
    return play.placed


def draw_figure(game: Game, values: Values, position: str | None) -> Scene:
    """A position, or how a play may begin: what chance decides first is always the same. Raises Refused."""
    try:
        return set_up(game, values, position or "").scene()
    except PositionError as error:
        raise Refused(422, str(error)) from None
