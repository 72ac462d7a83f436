"""Every option of every game is told in words: a label, a sentence and its values, and never a key of the program."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import parlour
from parlour.engine.front import Preset, title_option, word_value
from parlour.engine.game import Game, games
from parlour.engine.options import Choice, Flag, Option, Whole

GAMES = list(games().values())
TEMPLATE = Path(parlour.__file__).parent / "template" / "src"
KEY = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z]\(|\bseat\d|\btrue\b|\bfalse\b|`", re.IGNORECASE)
MINUTES = re.compile(r"\b(minutes?|hours?)\b")


@pytest.fixture(scope="module")
def template() -> Iterator[tuple[Option, ...]]:
    patch = pytest.MonkeyPatch()
    patch.syspath_prepend(str(TEMPLATE))
    yield import_module("pig.options").OPTIONS
    patch.undo()


def check_words(option: Option) -> None:
    said = {"label": option.title, "sentence": option.help, "default": option.default_help}
    for what, text in said.items():
        assert not KEY.search(text), f"{option.name}: its {what} is a key: {text}"
    assert option.title, f"{option.name} has no label"
    assert title_option(option) == option.title
    assert option.title[0].isupper() or option.title[0].isdigit(), f"{option.name}: {option.title}"
    assert re.fullmatch(r"[A-Z][^.]*[.]", option.help), f"{option.name} is not told in one sentence: {option.help}"
    for value, words in told_values(option):
        assert words, f"{option.name}: {value} has no words"
        assert not KEY.search(words), f"{option.name}: {value} is told by a key: {words}"
    assert not callable(option.default) or option.default_help, f"{option.name}: nobody is told what is usual"
    listed = isinstance(option.kind, (Choice, Flag, Whole)) or option.offers
    assert listed, f"{option.name}: people would have to type its value"


def told_values(option: Option) -> Iterator[tuple[object, str]]:
    yield from ((offer.value, offer.words) for offer in option.offers)
    if isinstance(option.kind, Flag):
        yield from ((value, word_value(option, value)) for value in (True, False))
    if isinstance(option.kind, Choice):
        words = {value: word_value(option, value) for value in option.kind.values}
        assert len(set(words.values())) == len(words), f"{option.name}: two values are told alike"
        yield from words.items()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_a_label_a_sentence_and_values_in_words(game: Game) -> None:
    for option in game.options:
        check_words(option)


def test_so_has_every_option_of_the_game_that_a_new_one_starts_from(template: tuple[Option, ...]) -> None:
    for option in template:
        check_words(option)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_options_of_a_game_have_the_same_label(game: Game) -> None:
    titles = [option.title for option in game.options]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_preset_says_of_an_option_of_many_values_is_offered(game: Game) -> None:
    offers = {option.name: [offer.value for offer in option.offers] for option in game.options if option.offers}
    quick = game.front.quick
    picked = [pick.options for pick in quick.picks] if quick else []
    for values in (*game.presets.values(), *picked):
        for name, value in values.items():
            assert name not in offers or value in offers[name], f"{name} {value} has no words"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_offered_can_be_played_wherever_it_is_offered(game: Game) -> None:
    for option in game.options:
        for offer in option.offers:
            needed = {name: wanted[-1] for name, wanted in {**option.needs, **offer.needs}.items()}
            assert game.settle(**needed, **{option.name: offer.value})[option.name] == offer.value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_lengths_are_told_in_minutes(game: Game) -> None:
    quick = game.front.quick
    lengths = [game.front.length, *((pick.length or game.front.length) for pick in (quick.picks if quick else ()))]
    lengths += [preset.length for preset in game.presets.values() if isinstance(preset, Preset)]
    assert any(lengths)
    for length in filter(None, lengths):
        assert MINUTES.search(length), length
    assert all((pick.length or game.front.length) for pick in (quick.picks if quick else ()))


def test_a_name_with_an_underscore_would_be_found_out() -> None:
    for told in ("touch_owned", "funds(2000)", "seat0", "true, except in basic", "drawn by `bonus_seed`"):
        assert KEY.search(told)
    with pytest.raises(AssertionError, match="no label"):
        check_words(Option("turn_cap", Whole(0, 9), 0, "A game is void after this many turns."))
    with pytest.raises(AssertionError, match="one sentence"):
        check_words(Option("turn_cap", Whole(0, 9), 0, "turns, 0 for none", title="Longest game"))
