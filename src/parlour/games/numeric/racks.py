"""Racks and the bag (R59): filling, exchanging, and who is served."""

from parlour.engine.bits import count_bits, select_bit
from parlour.engine.contract import CHANCE, Record, note
from parlour.games.numeric.placing import bit, word
from parlour.games.numeric.reach import WORD
from parlour.games.numeric.state import NOBODY, Event, Phase
from parlour.games.numeric.turns import seat_asked


def held(s: Record, seat: int) -> int:
    """How many counters are on a rack."""
    return count_bits(s.racks[seat, 0]) + count_bits(s.racks[seat, 1])


def is_bag_empty(s: Record) -> bool:
    return s.bag[0] | s.bag[1] == 0


def serve(s: Record, o: Record) -> bool:
    """R59. Side by side from the thrower: fill the rack, then exchange; before the first throw only fill.

    Whether there is somebody to be served.
    """
    while s.asked < o.players:
        seat = seat_asked(s, o)
        if s.out[seat] == 0 and not is_bag_empty(s):
            s.turn = seat if s.throws > 0 else NOBODY
            if held(s, seat) < o.rack_size:
                s.phase = Phase.FILLING
                s.to_move = CHANCE
                return True
            if s.swaps > 0:
                s.phase = Phase.SWAPPING
                s.to_move = seat
                return True
        s.asked += 1
        s.swaps = exchanges(s, o)
    return False


def exchanges(s: Record, o: Record) -> int:
    """R59. How many counters the side about to be served may exchange."""
    if s.throws == 0 or s.asked >= o.players or s.placed[seat_asked(s, o)] > 0:
        return 0
    return o.exchange_on_miss


def name_counter(s: Record, slot: int) -> None:
    """R59. The counter to be exchanged, by its place on the rack."""
    low = count_bits(s.racks[s.turn, 0])
    if slot < low:
        s.number = 1 + select_bit(s.racks[s.turn, 0], slot)
    else:
        s.number = 1 + WORD + select_bit(s.racks[s.turn, 1], slot - low)
    s.phase = Phase.SWAP_DRAW
    s.to_move = CHANCE


def draw_counter(s: Record, o: Record, n: int) -> None:
    """R59. A counter from the bag; one that is exchanged goes back in afterwards."""
    seat = seat_asked(s, o)
    s.bag[word(n)] &= ~bit(n)
    s.racks[seat, word(n)] |= bit(n)
    if s.phase == Phase.FILLING:
        note(Event.DRAWS, seat, n)
    else:
        old = s.number
        s.racks[seat, word(old)] &= ~bit(old)
        s.bag[word(old)] |= bit(old)
        s.number = 0
        s.swaps -= 1
        note(Event.EXCHANGES, seat, old, n)
