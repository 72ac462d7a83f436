"""What those at the table may do about somebody who has gone away for long.

How long is told by the house, which alone knows who is here: `away`, and `enough`, both in seconds.
"""

from parlour.server.rooms.acts import find_seat, require_on, require_own, settle
from parlour.server.rooms.clock import NONE
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import REMATCH, Room


def why_no_claim(room: Room, seat: int) -> str:
    """Why nobody can claim the win over a seat, however long its person is away; "" if somebody can.

    A claim is for two people who play each other without a clock, and while the absent one is waited for: with a clock
    time runs out by itself, with more people a bot can play on, and nobody loses while the other thinks.
    """
    sitter = room.sitters[seat]
    if len(room.sitters) != 2 or any(other.bot for other in room.sitters):
        return "a win can be claimed between two people only: let a bot play for whoever is away"
    if len({other.key for other in room.sitters}) != 2:
        return "one person plays both seats: there is nobody to claim a win from"
    if room.clock.control.kind != NONE:
        return "the clock decides: the time of whoever is away runs out by itself"
    if sitter.stand_in:
        return f"{sitter.stand_in.title()} plays for {room.name(seat)}: the play goes on"
    if room.play.to_move != seat:
        return f"nobody is waiting for {room.name(seat)}: a win can be claimed only when it is their turn"
    return ""


def claim(room: Room, key: str, by: int, seat: int, at: float, away: float, enough: float) -> None:
    """End the play with a win over somebody who is away for long. The same claim sent again changes nothing."""
    require_own(room, key, by)
    find_seat(room, seat)
    if room.ending is not None and room.ending.reason == "left" and room.ending.seat == seat != by:
        return
    require_on(room)
    if seat == by:
        raise Refused(409, "that seat is your own: expected the seat of somebody who is away")
    if why := why_no_claim(room, seat):
        raise Refused(409, why)
    require_away(room, seat, away, enough)
    room.add("claimed", at, seat=seat, by=by)
    settle(room, at)


def pass_over(room: Room, key: str, by: int, seat: int, at: float, away: float, enough: float) -> None:
    """Do not wait until somebody who is away for long says whether they want to play again."""
    require_own(room, key, by)
    sitter = find_seat(room, seat)
    offer = room.offers.get(REMATCH)
    if room.next:
        return
    if offer is None or by not in offer.yes:
        raise Refused(409, "say first that you want to play again")
    if not sitter.key or any(room.sitters[other].key == sitter.key for other in offer.yes | offer.no):
        return
    require_away(room, seat, away, enough)
    room.add("skipped", at, seat=seat)


def require_away(room: Room, seat: int, away: float, enough: float) -> None:
    if away < enough:
        here = "is here" if away < 1 else f"was here {away:.0f} seconds ago"
        raise Refused(409, f"{room.name(seat)} {here}: wait until they have been away for {enough:.0f} seconds")
