"""The options and presets: what each does, what the page lists, and what is refused."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from parlour.engine.options import OptionError
from parlour.engine.play import Play
from tests.games.vendetta.tabletop import GAME, at, in_home, lost, moves, new, out, phase, said, track, turn

Probe = Callable[[Any], Any]

DECLARED = {option.name: option for option in GAME.options}
DEFAULTS: dict[str, Any] = {
    "players": 4,
    "theme": "mafia",
    "soldiers": 8,
    "layout": "standard",
    "spin": "mandatory",
    "spins_per_turn": "once",
    "leader_on_silenced": "loses_soldier",
    "silenced_soldier": "fixed",
    "first_player": "throw",
    "turn_limit": 1000,
}
PRESETS: dict[str, dict[str, Any]] = {
    "four": {},
    "three": {"players": 3},
    "two": {"players": 2},
    "myth": {"theme": "myth"},
    "bloody": {"layout": "bloody"},
    "darkness": {"theme": "myth", "leader_on_silenced": "eliminated"},
}


def after(typed: str, board: str = "", dice: str = "", **options: Any) -> Play:
    play = at(board, dice=dice, **options)
    play.push(typed)
    return play


def two_hits(**options: Any) -> Play:
    """A comes to two Hit spaces in one turn."""
    return after("s1>2[1] s17>19[2]", "1: A1; 17: A2", "21", **options)


def hit_spaces(layout: str) -> list[int]:
    """The spaces of the first quarter where a soldier from home makes a spin due."""
    found = []
    for n in range(1, 13):
        high, low = n // 2 + n % 2, n // 2
        if n == 1:
            play = after("sH>0[1]", "", "21", layout=layout)
        else:
            play = after(f"sH>{n - 1}[{high}+{low}]", "", f"{high}{low}", layout=layout)
        found += [n - 1] if play.s.hits else []
    return found


def barred(layout: str) -> list[int]:
    """The spaces of the first quarter where a Godfather may not come."""
    plays = {n: at(dice=f"{n // 2 + n % 2}{n // 2}", layout=layout) for n in range(2, 13)}
    return [n - 1 for n, play in plays.items() if not any(w.startswith(f"gH>{n - 1}[") for w in moves(play))]


def massacred(layout: str) -> list[int]:
    """The spaces of the first quarter where a spin takes both of two soldiers."""
    found = []
    for space in range(11):
        play = at(f"{space}: B1+B2", spins=1, layout=layout)
        play.push(f"{space}/{space + 24}")
        found += [space] if lost(play) == "B1 B2" else []
    return found


def silenced(layout: str) -> list[int]:
    """The spaces of the first quarter where a soldier from home is lost."""
    found = []
    for n in range(2, 13):
        high, low = n // 2 + n % 2, n // 2
        play = after(f"sH>{n - 1}[{high}+{low}]", "", f"{high}{low}", layout=layout)
        found += [n - 1] if lost(play) else []
    return found


EFFECTS: dict[str, tuple[Probe, dict[Any, Any]]] = {
    "players": (
        lambda v: [o.notation[-1] for o in new(players=v).outcomes],
        {2: ["A", "C"], 3: [*"ABC"], 4: [*"ABCD"]},
    ),
    "theme": (lambda v: new(theme=v).seat_name(2), {"mafia": "Family C", "myth": "Rats"}),
    "soldiers": (lambda v: in_home(new(soldiers=v), "D"), {n: "g12345678"[: n + 1] for n in range(4, 9)}),
    "layout": (
        lambda v: (hit_spaces(v), barred(v), massacred(v), silenced(v)),
        {"standard": ([2, 7], [4, 9], [6], [11]), "bloody": ([1, 3, 6, 9], [4, 10], [7], [11])},
    ),
    "spin": (lambda v: phase(two_hits(spin=v)), {"mandatory": "spinning", "optional": "asking"}),
    "spins_per_turn": (lambda v: two_hits(spins_per_turn=v).s.hits, {"once": 1, "per_piece": 2}),
    "leader_on_silenced": (
        lambda v: (lost(play := after("g8>11[2+1]", "8: Ag", "21", leader_on_silenced=v)), out(play), track(play)),
        {"loses_soldier": ("A1", "", "11: Ag"), "eliminated": ("", "A", "")},
    ),
    "silenced_soldier": (
        lambda v: (lost(play := after("s20>23[2+1]", "20: A1", "21", silenced_soldier=v)), phase(play), track(play)),
        {"fixed": ("A1", "throwing", ""), "chosen": ("", "silencing", "23: A1")},
    ),
    "first_player": (
        lambda v: (phase(new(first_player=v)), new(first_player=v).view().asked),
        {
            "throw": ("starting", "Who starts is decided by the dice."),
            "seat0": ("throwing", "Family A's turn: throw both dice."),
            "random": ("starting", "Who starts is decided by lot."),
        },
    ),
    "turn_limit": (
        lambda v: after("sH>1[2] gH>0[1]", "", "21", turns=2, turn_limit=v).over,
        {0: False, 2: True, 3: False, 1000000: False},
    ),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, shown) in EFFECTS.items() for value in shown], ids=str
)
def test_what_an_option_does(name: str, value: Any) -> None:
    probe, shown = EFFECTS[name]
    assert probe(value) == shown[value]


def test_every_option_is_tried() -> None:
    assert set(EFFECTS) == set(DEFAULTS) == set(DECLARED)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    assert GAME.settle(preset) == {**DEFAULTS, **PRESETS[preset]}
    assert new(preset).values == GAME.settle(preset)
    assert set(GAME.presets) == set(PRESETS)


def test_a_preset_may_be_changed() -> None:
    assert GAME.settle("darkness", players=2, layout="bloody") == {
        **DEFAULTS,
        "players": 2,
        "theme": "myth",
        "layout": "bloody",
        "leader_on_silenced": "eliminated",
    }


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"players": 1}, "players cannot be 1: expected 2, 3, 4"),
        ({"players": 5}, "players cannot be 5: expected 2, 3, 4"),
        ({"theme": "noir"}, "theme cannot be 'noir': expected mafia, myth"),
        ({"soldiers": 3}, "soldiers cannot be 3: expected 4 to 8"),
        ({"soldiers": 9}, "soldiers cannot be 9: expected 4 to 8"),
        ({"soldiers": "many"}, "soldiers cannot be 'many': expected 4 to 8"),
        ({"soldiers": True}, "soldiers cannot be True: expected 4 to 8"),
        ({"layout": "round"}, "layout cannot be 'round': expected standard, bloody"),
        ({"spin": "never"}, "spin cannot be 'never': expected mandatory, optional"),
        ({"spins_per_turn": 2}, "spins_per_turn cannot be 2: expected once, per_piece"),
        (
            {"leader_on_silenced": "dies"},
            "leader_on_silenced cannot be 'dies': expected loses_soldier, eliminated",
        ),
        ({"silenced_soldier": "any"}, "silenced_soldier cannot be 'any': expected fixed, chosen"),
        ({"first_player": "B"}, "first_player cannot be 'B': expected throw, seat0, random"),
        ({"turn_limit": -1}, "turn_limit cannot be -1: expected 0 to 1000000"),
        ({"turn_limit": 1000001}, "turn_limit cannot be 1000001: expected 0 to 1000000"),
        ({"dice": 3}, "there is no option 'dice': expected one of first_player, layout, leader_on_silenced, players"),
    ],
)
def test_what_is_no_option_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=re.escape(reason)):
        new(**given)


def test_an_unknown_preset_is_refused() -> None:
    expected = "vendetta has no preset 'five': expected one of four, three, two, myth, bloody, darkness"
    with pytest.raises(OptionError, match=expected):
        new("five")


def test_values_may_come_as_text() -> None:
    assert GAME.settle(**{name: str(value) for name, value in DEFAULTS.items()}) == DEFAULTS


def test_fewer_soldiers_play_by_the_same_rules() -> None:
    play = at("44: A1", lost="A2 A4", dice="31", soldiers=4)
    play.push("s44>0[3+1]")
    assert (in_home(play, "A"), lost(play)) == ("g23", "A4")
    assert play.position.count("H,H,H,H,H") == 3
    play = at("8: Ag; 14: A1; 13: A2", lost="A3 A4", dice="21", soldiers=4)
    play.push("g8>11[2+1]")
    assert lost(play) == "A2 A3 A4"


def test_three_players_go_round_without_d() -> None:
    play = at(turn="C", players=3, dice="21")
    play.push("sH>25[2] gH>24[1]")
    assert turn(play) == "A"


def test_two_players_sit_opposite() -> None:
    play = at(turn="A", players=2, dice="21")
    play.push("sH>1[2] gH>0[1]")
    assert turn(play) == "C"
    play.push("31 sH>26[3]")
    assert said(play)[0] == "Family C's soldier leaves home with 3 for space 26 (Hit)."
    play.push("gH>24[1] 0/24")
    assert out(play) == "AC"
    assert play.score == (0, 0)


def test_bloody_has_twice_the_hits_and_all_else_as_often() -> None:
    play = at("8: A1", dice="11", layout="bloody")
    assert "s8>10[1+1]" in moves(play)
    assert "g8>10[1+1]" not in moves(at("8: Ag", dice="11", layout="bloody"))
    spun = at("7: Bg+B1+B2; 31: Cg", spins=1, layout="bloody")
    spun.push("7/31")
    assert (track(spun), lost(spun), out(spun)) == ("7: Bg", "B1 B2", "C")
