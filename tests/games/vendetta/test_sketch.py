"""Vendetta in text: it fits a terminal, and a person can play from it."""

import re
from typing import Any

import pytest

from parlour.engine.contract import OVER
from parlour.engine.people import set_names
from parlour.games.vendetta.board import SPACES
from parlour.games.vendetta.sketch import sketch
from parlour.games.vendetta.standing import gate_of, mark_letter, piece_letter, places
from parlour.games.vendetta.state import AT_HOME, LOST, WON
from tests.games.vendetta.shown import LATE, PLAYS, Table, crowded, find, play


def lines(table: Table) -> list[str]:
    return set_names(sketch(table.s, table.o)).split("\n")


def cells(table: Table) -> dict[int, tuple[str, str, int, int]]:
    """For each space its marking, who stands there, and the line and column where it is written."""
    found = {}
    frame = [f"{line:<78}" for line in lines(table)[:-3]]
    for row, line in enumerate(frame):
        if row in (1, len(frame) - 1):
            continue
        across = row in (0, len(frame) - 2)  # whoever stands there is written below
        for column in (0, 15, 30, 45, 60) if across else (0, 60):
            men = frame[row + 1][column : column + 15] if across else line[column + 5 : column + 18]
            found[int(line[column : column + 2])] = line[column + 2 : column + 4].strip(), men.strip(), row, column
            assert line[column + 4] == " "
            assert column == 0 or line[column - 1] == " "
    return found


@pytest.mark.parametrize(("preset", "options"), PLAYS)
def test_the_sketch_fits_the_terminal_and_shows_every_piece(preset: str, options: dict[str, Any]) -> None:
    for i, table in enumerate(play(preset, options, seed=1)):
        if i % 5:
            continue
        rows = lines(table)
        assert len(rows) < 32
        assert max(map(len, rows)) <= 78
        assert all(row == row.rstrip() for row in rows)
        s, o, written = table.s, table.o, cells(table)
        assert set(written) == set(range(SPACES))
        standing = places(s, o)
        for space, (mark, men, _, _) in written.items():
            gate = gate_of(o, space)
            names = "AC" if o.players == 2 else "ABCD"
            assert mark == (f"={names[gate]}" if gate >= 0 else mark_letter(o, space) or "·")
            expected = {(seat, slot) for seat, slots in standing.get(space, []) for slot in slots}
            shown = re.findall("([A-Da-d])([1-8GK])", men)
            assert {(names.index(a.upper()), "GK12345678".index(b)) for a, b in shown} == {
                (seat, (0 if piece_letter(o, 0) == "G" else 1) if slot == 0 else slot + 1) for seat, slot in expected
            }
        for seat in range(o.players):
            if not s.out[seat]:
                at_home = [
                    piece_letter(o, slot) for slot in range(o.soldiers + 1) if s.pos[seat, slot] in (AT_HOME, WON)
                ]
                lost = [piece_letter(o, slot) for slot in range(o.soldiers + 1) if s.pos[seat, slot] == LOST]
                words = f"in home {' '.join(at_home) or '-'}" + (f", lost {' '.join(lost)}" if lost else "")
                assert any(words in row for row in rows)


def test_the_track_is_a_frame_that_runs_clockwise() -> None:
    at = {space: (row, column) for space, (_, _, row, column) in cells(Table()).items()}
    bottom, right = at[0][0], at[24][1]
    assert at[0] == (bottom, 0)
    assert at[24] == (0, right)
    assert [at[space] for space in range(1, 20)] == [(bottom - space, 0) for space in range(1, 20)]
    assert [at[space][0] for space in range(20, 25)] == [0] * 5
    assert [at[space][1] for space in range(20, 25)] == sorted(at[space][1] for space in range(20, 25))
    assert [at[space][1] for space in range(25, 44)] == [right] * 19
    assert [at[space][0] for space in range(44, 48)] == [bottom] * 4
    for space in range(24):  # opposite spaces are opposite; the upper line of men is one more
        (row, column), (other, aside) = at[space], at[space + 24]
        assert column + aside == right
        assert row + other - bottom in (0, 1)


@pytest.mark.parametrize(("theme", "letter"), [("mafia", "G"), ("myth", "K")])
def test_holders_and_hostages_are_told_apart(theme: str, letter: str) -> None:
    written = cells(crowded(theme=theme))
    assert written[20][1] == f"A{letter}+a1[c1d1b1]"  # the one who comes free first at the front
    assert written[34][1] == f"b2+b3+b4[C{letter}]"
    assert written[46][1] == f"D{letter}+d2+d3"
    assert written[17][1] == f"B{letter}"
    assert written[36][:2] == ("=D", "d8")


def test_what_every_godfather_needs_is_written() -> None:
    text = "\n".join(lines(Table("four", LATE)))
    assert "Godfather needs exactly 5 to get home" in text
    assert "Godfather held by B, 49 from home" in text
    assert "> Family B  to move" in text
    assert "in home 3 7 8" in text
    assert "in home 7 8, lost 1" in text
    assert "dice (4) [5]" in text
    assert "total" not in text
    assert "dice [3] [5]  total 8" in "\n".join(lines(crowded()))
    assert "1 spin due" in "\n".join(lines(crowded("spinning")))


def test_where_the_spinner_points_is_written() -> None:
    assert not any("spinner" in row for row in lines(crowded()) + lines(Table()))
    for phase in ("moving", "spinning"):
        rows = lines(crowded(phase, spun=7))
        assert sum("the spinner points at 7 and 31" in row for row in rows) == 1
        assert max(map(len, rows)) <= 78
    over = find(lambda s: s.to_move == OVER and s.spun >= 0 and s.winner < 0, "two", turn_limit=12)
    text = "\n".join(lines(over))
    assert "the game is drawn" in text
    assert f"the spinner points at {over.s.spun} and {over.s.spun + 24}" in text


def test_the_legend_explains_letters_in_either_theme() -> None:
    mafia, myth = ("\n".join(lines(Table(theme=theme))[-3:]) for theme in ("mafia", "myth"))
    assert "H Hit  F F.B.I.  M Massacre  S Silenced  =A gate of A" in mafia
    assert "a1 soldier 1, AG Godfather of A; [b3] held as hostage" in mafia
    assert "S Spell  G sacred ground  O the source  D darkness" in myth
    assert "a1 warrior 1, AK King of A; [b3] suspended in time" in myth
    assert "clockwise" in mafia


def test_armies_are_named_with_their_letters() -> None:
    text = "\n".join(lines(Table("myth", players=2)))
    assert "A, Samurai" in text
    assert "C, Rats" in text
    assert "Troglodytes" not in text
    assert "=C" in text
    assert "=B" not in text


def test_the_end_is_said() -> None:
    won = find(lambda s: s.to_move == OVER and s.winner >= 0, "two")
    name = "AC"[won.s.winner]
    assert f"> Family {name}  winner" in "\n".join(lines(won))
    drawn = find(lambda s: s.to_move == OVER and s.winner < 0, "two", turn_limit=4)
    assert "the game is drawn" in "\n".join(lines(drawn))
    out = find(lambda s: sum(s.out) == 1)
    seat = next(seat for seat in range(4) if out.s.out[seat])
    rows = lines(out)
    title = next(i for i, row in enumerate(rows) if f"Family {'ABCD'[seat]}" in row)
    assert "  out " in rows[title + 1] + " "
