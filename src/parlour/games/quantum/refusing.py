"""Why something on the board of Quantum cannot be touched now."""

from collections.abc import Sequence

from parlour.engine.contract import Record
from parlour.engine.trying import legal_codes
from parlour.engine.wording import listed
from parlour.games.quantum import rules, text
from parlour.games.quantum.board import CENTRE, HOME, INDEX, TRAY
from parlour.games.quantum.standing import can_enter, slots_in_play
from parlour.games.quantum.state import COLOURS, MOVES, NOBODY, SLOTS


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    kind, _, name = touched[-1].partition(":")
    if kind == "piece":
        seat, slot = (int(part) for part in name.split("."))
        return _why_no_piece(s, o, seat, s.place[seat, slot])
    if kind == "centre":
        return _why_no_piece(s, o, s.turn, CENTRE)
    if kind in ("die", "total") and not slots_in_play(s, o, s.turn):
        return f"You have no piece in play; a six brings one in on {text.square_name(o.entry)}."
    if kind in ("die", "total") and len(touched) > 1 and touched[0] == "enter":
        return "Only a six brings a piece in."
    if kind == "square":
        return _why_no_square(s, o, INDEX[name], touched[:-1])
    return ""


def _why_no_piece(s: Record, o: Record, seat: int, place: int) -> str:
    if seat != s.turn:
        return f"That is {text.who(seat)}'s piece; you play {COLOURS[s.turn]}."
    if place == TRAY:
        return "It is home, and stays there."
    if place != CENTRE:
        return ""
    if rules.lowest_in_centre(s, o) == NOBODY:
        return "You have no piece in the centre."
    if can_enter(s, o):
        return f"A piece leaves the centre with a six; choose “enter on {text.square_name(o.entry)} with a six”."
    return "A piece leaves the centre only with a six, and you have none to use."


def _why_no_square(s: Record, o: Record, square: int, chosen: Sequence[str]) -> str:
    """A square is where a piece stands, or where the chosen one goes."""
    own = [thing for thing in chosen if thing.startswith(f"piece:{s.turn}.")]
    slot = int(own[-1].partition(".")[2]) if own else NOBODY
    if own and s.place[s.turn, slot] > CENTRE:
        return ("Home needs the exact count. " if square == HOME else "") + _where_instead(s, o, slot)
    if s.at[square] and (s.at[square] - 1) // SLOTS != s.turn:
        return _why_no_piece(s, o, (s.at[square] - 1) // SLOTS, square)
    if not slots_in_play(s, o, s.turn):
        return f"You have no piece in play; a six brings one in on {text.square_name(o.entry)}."
    if s.at[square]:
        return "Choose the piece itself."
    return "First choose one of your pieces, then a die or where it goes."


def _where_instead(s: Record, o: Record, slot: int) -> str:
    """Where the chosen piece can go, when it cannot go there."""
    codes = [code for code in legal_codes(rules, s, o) if code // MOVES == slot]
    ends = [f"{text.square_name(text.destination(s, c))} with {text.spoken_dice(s, c)}" for c in codes]
    return f"From {text.square_name(s.place[s.turn, slot])} it can go to {listed(ends, 'or')}."
