"""Positions of Quantum, `phase=using turns=3 turn=White White=25,12g,0 Black=… pair=64 loose=2`: which can be."""

from parlour.engine.contract import Record
from parlour.engine.hooks import Faults
from parlour.engine.position import PositionError
from parlour.games.quantum import rules
from parlour.games.quantum.board import CENTRE, HOME, NAMES, TRAY
from parlour.games.quantum.options import WinForm
from parlour.games.quantum.state import COLOURS, NOBODY, SLOTS, Phase


def complete(s: Record, o: Record) -> None:
    for seat in range(o.players):
        for slot in range(o.pieces_per_player):
            square = s.place[seat, slot]
            s.home[seat] += square == TRAY
            s.centre += square == CENTRE
            if square > CENTRE and s.at[square] == 0:
                s.at[square] = SLOTS * seat + slot + 1
            elif square > CENTRE and (square != HOME or s.winner == NOBODY):  # a winner may land where another stands
                raise PositionError(f"two pieces stand on {NAMES[square]!r}: expected one at most")


def faults_on_board(s: Record, o: Record) -> Faults:
    places, trays = [place for row in s.place.tolist() for place in row], o.win_form == WinForm.COUNTERS_HOME
    yield any(CENTRE < square < o.entry for square in places), "a piece is on 1 or 2: only inner_ring has those"
    yield (HOME if trays else TRAY) in places, "from home pieces go to a tray in counters_home, and only there"


def faults_of_end(s: Record, o: Record) -> Faults:
    if s.winner != NOBODY:
        yield not has_won(s, o), f"{COLOURS[s.winner]} has not won: expected what its win form asks for"
        return
    yield rules.wins_standing(s, o), "a piece stands on home in balance: it would have won"
    full = o.win_form == WinForm.COUNTERS_HOME and max(s.home) >= o.home_target
    yield full, f"a tray holds {o.home_target} pieces: it would have won"
    early = s.phase == Phase.FINISHED and not 0 < o.turn_limit <= s.turns
    yield early, "nobody has won: expected that at the turn limit"


def has_won(s: Record, o: Record) -> bool:
    if o.win_form == WinForm.COUNTERS_HOME:
        return s.home[s.winner] >= o.home_target
    mine = s.place.tolist()[s.winner]
    enough = rules.is_balanced(s, o) if o.win_form == WinForm.BALANCE else sum(place > CENTRE for place in mine) > 3
    return enough and HOME in mine and sum(row.count(HOME) for row in s.place.tolist()) < 3
