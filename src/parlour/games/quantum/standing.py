"""How the table stands, for whoever draws or writes it."""

from parlour.engine.contract import OVER, Record
from parlour.games.quantum import text
from parlour.games.quantum.board import CENTRE, NAMES, is_hole, number_of
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.options import WinForm
from parlour.games.quantum.rules import SIX, lowest_in_centre, single_moves
from parlour.games.quantum.state import NOBODY, Phase


def slots_in_play(s: Record, o: Record, seat: int) -> list[int]:
    return [slot for slot in range(o.pieces_per_player) if s.place[seat, slot] > CENTRE]


def count_in_centre(s: Record, o: Record, seat: int) -> int:
    return sum(s.place[seat, slot] == CENTRE for slot in range(o.pieces_per_player))


def can_enter(s: Record, o: Record) -> bool:
    return s.phase == Phase.USING and single_moves(s) & SIX != 0 and lowest_in_centre(s, o) != NOBODY


def is_at_turn(s: Record, seat: int) -> bool:
    return s.turn == seat and s.to_move != OVER


def status(s: Record, seat: int) -> str:
    """What a seat is doing, if anything."""
    if s.to_move == OVER:
        return "winner" if s.winner == seat else ""
    if s.turn != seat:
        return ""
    return "to move" if s.to_move == seat else "to throw"


def whereabouts(s: Record, o: Record, seat: int) -> str:
    """Where a seat's pieces are, as numbers."""
    parts = [f"{len(slots_in_play(s, o, seat))} in play", f"{count_in_centre(s, o, seat)} in the centre"]
    if o.win_form == WinForm.COUNTERS_HOME:
        parts.append(f"{s.home[seat]} of {o.home_target} home")
    return ", ".join(parts)


def goal(s: Record, o: Record) -> str:
    """What wins, or how near the table is to it."""
    if o.win_form == WinForm.BALANCE:
        return text.balance(s, o)
    if o.win_form == WinForm.COUNTERS_HOME:
        return f"first to bring {o.home_target} home"
    return "whoever lands on home with three others in play wins"


def short_name(square: int) -> str:
    """A square in few signs: 17 Cl, 12g, centre."""
    if square == CENTRE:
        return "centre"
    return NAMES[square] if is_hole(square) else f"{NAMES[square]} {ELEMENTS[number_of(square)].symbol}"
