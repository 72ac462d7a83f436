"""What games say of themselves on a front page and in a form: it fits them, and what is not said is made up well."""

import pytest

from parlour.engine.front import (
    BEGIN,
    COMFORT,
    END,
    PLAY,
    Front,
    FrontError,
    Pick,
    Picture,
    Preset,
    QuickChoice,
    around,
    by_players,
    check_front,
    find_group,
    find_parent,
    list_picks,
    name_preset,
    spoken,
    tell_preset,
)
from parlour.engine.game import Game, games
from parlour.engine.options import Choice, Flag, Option, Whole
from parlour.engine.pages import set_up

GAMES = list(games().values())
OPTIONS = (
    Option("players", Choice(2, 3), 2, "how many play"),
    Option("variant", Choice("plain", "no_safe"), "plain", "which game"),
    Option("cards", Flag(), True, "play with cards", needs={"variant": ("plain",)}),
    Option("deck", Choice("cycle", "shuffle"), "cycle", "when it is used up", needs={"cards": (True,)}),
    Option("turns", Whole(0, 100), 0, "turns after which it ends"),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_front_fits_its_game(game: Game) -> None:
    check_front(game.front, game.options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_figure_can_be_drawn_and_its_view_is_part_of_it(game: Game) -> None:
    quick = game.front.quick
    picks = quick.picks if quick else ()
    pictures = {"": game.front.picture} | {str(pick.value): pick.picture or game.front.picture for pick in picks}
    for value, picture in pictures.items():
        values = game.settle(**({quick.option: value} if quick and value else {}))
        scene = set_up(game, values, picture.position).scene()
        x, y, width, height = picture.view or (0, 0, scene.width, scene.height)
        assert width > 0
        assert height > 0
        assert x >= 0
        assert y >= 0
        assert x + width <= scene.width
        assert y + height <= scene.height


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tree_s_own_games_leave_nothing_to_be_made_up(game: Game) -> None:
    assert game.front.learnt
    assert game.front.order < Front().order
    for name, preset in game.presets.items():
        assert isinstance(preset, Preset)
        assert set(preset) == {"players"} or (preset.title and (preset.line or preset.length)), name


def test_no_two_games_of_the_tree_stand_in_one_place() -> None:
    assert len({game.front.order for game in GAMES}) == len(GAMES)


def test_a_preset_is_the_mapping_of_its_options() -> None:
    preset = Preset({"players": 3, "cards": False}, "Three")
    assert dict(preset) == {"players": 3, "cards": False} == {**preset}
    assert preset == {"players": 3, "cards": False}
    assert len(preset) == 2


def test_names_and_lines_are_made_where_none_are_given() -> None:
    assert spoken("age_6_8_up") == "age 6–8 up"
    assert spoken("1_2_3") == "1–2–3"
    assert name_preset("no_safe", {"variant": "no_safe"}) == "No safe"
    assert name_preset("no_safe", Preset({}, "Risky")) == "Risky"
    assert tell_preset({"variant": "no_safe", "cards": False}, OPTIONS) == "variant no safe, no cards"
    assert tell_preset({"cards": True, "turns": 5}, OPTIONS) == "cards, turns 5"
    assert tell_preset(Preset({"turns": 5}, line="soon over", length="a minute"), OPTIONS) == "soon over, a minute"
    assert tell_preset(Preset({"turns": 5}, length="a minute"), OPTIONS) == "a minute"
    assert [pick.value for pick in list_picks(QuickChoice("variant"), OPTIONS[1])] == ["plain", "no_safe"]


def test_an_option_stands_where_it_is_put_or_with_the_one_it_depends_on() -> None:
    front = Front(quick=QuickChoice("variant"), groups={BEGIN: ("cards",), END: ("turns",), COMFORT: ()})
    groups = {option.name: find_group(front, OPTIONS, option) for option in OPTIONS}
    assert groups == {"players": PLAY, "variant": PLAY, "cards": BEGIN, "deck": BEGIN, "turns": END}
    assert [find_parent(front, option) for option in OPTIONS] == ["", "", "", "cards", ""]
    assert find_parent(Front(), OPTIONS[2]) == "variant", "only what the front page asks is not worth a step"


def test_a_round_board_is_shown_with_its_line() -> None:
    assert around(100, 50, 20) == (77, 27, 46, 46)


@pytest.mark.parametrize(
    ("front", "words"),
    [
        (Front(groups={"middle": ()}), "no group 'middle'"),
        (Front(groups={END: ("turn",)}), "names 'turn'"),
        (Front(groups={END: ("turns",), BEGIN: ("turns",)}), "'turns' is in more than one group"),
        (Front(quick=QuickChoice("colour")), "the quick choice is 'colour'"),
        (Front(quick=QuickChoice("turns")), "offers nothing of turns"),
        (Front(quick=QuickChoice("variant", (Pick("fast"),))), "variant cannot be 'fast'"),
        (Front(quick=QuickChoice("players", first=7)), "players cannot be 7"),
        (
            Front(quick=QuickChoice("players", (Pick(2, options={"turns": -1}),))),
            "turns cannot be -1, which goes with 2",
        ),
        (Front(quick=QuickChoice("players", (Pick(2, options={"end": 1}),))), "end cannot be 1"),
    ],
)
def test_a_front_that_does_not_fit_is_told_why(front: Front, words: str) -> None:
    with pytest.raises(FrontError, match=words):
        check_front(front, OPTIONS)


def test_a_game_that_says_nothing_shows_how_it_begins() -> None:
    assert Front().picture == Picture()
    assert Front().usual.title


def test_presets_by_the_number_of_players() -> None:
    assert {name: dict(preset) for name, preset in by_players(4, 2).items()} == {
        "four": {"players": 4},
        "two": {"players": 2},
    }
