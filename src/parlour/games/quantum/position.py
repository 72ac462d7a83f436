"""Positions of Quantum, `phase=using turns=3 turn=White White=25,12g,0 Black=… pair=64 loose=2`: which can be."""

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words
from parlour.games.quantum import rules
from parlour.games.quantum.board import CENTRE, HOME, NAMES, TRAY
from parlour.games.quantum.options import FirstPlayer, WinForm
from parlour.games.quantum.state import COLOURS, MOST_DICE, NOBODY, SLOTS, Phase

USABLE = "a piece in play, or a six and one in the centre"


def write_loose(s: Record, o: Record) -> dict[str, str]:
    return {"loose": "".join([str(score) * s.loose[score] for score in range(6, 0, -1)])}


def read_loose(words: Words, s: Record, o: Record) -> None:
    text = words.take("loose", "")
    if not set(text) <= set("123456") or len(text) > MOST_DICE:
        raise PositionError(f"'loose' cannot be {text!r}: expected scores from 1 to 6")
    for score in text:
        s.loose[int(score)] += 1


def complete(s: Record, o: Record) -> None:
    s.to_move = OVER if s.phase == Phase.FINISHED else s.turn if s.phase == Phase.USING else CHANCE
    for seat in range(o.players):
        for slot in range(o.pieces_per_player):
            square = s.place[seat, slot]
            s.home[seat] += square == TRAY
            s.centre += square == CENTRE
            if square > CENTRE and s.at[square] == 0:
                s.at[square] = SLOTS * seat + slot + 1
            elif square > CENTRE and (square != HOME or s.winner == NOBODY):  # a winner may land where another stands
                raise PositionError(f"two pieces stand on {NAMES[square]!r}: expected one at most")


def check(s: Record, o: Record) -> None:
    """Refuse what no play comes to."""
    phase, places = Phase.word(s.phase), [place for row in s.place.tolist() for place in row]
    starting, throwing = s.phase == Phase.STARTING, s.phase == Phase.THROWING
    extra, using, finished = s.phase == Phase.EXTRA, s.phase == Phase.USING, s.phase == Phase.FINISHED
    won, trays, known = s.winner != NOBODY, o.win_form == WinForm.COUNTERS_HOME, o.first_player == FirstPlayer.SEAT0
    for refused, reason in (
        (max(s.turn, s.winner) >= o.players, f"'turn' and 'winner': expected one of {', '.join(COLOURS[: o.players])}"),
        (any(CENTRE < square < o.entry for square in places), "a piece is on 1 or 2: only inner_ring has those"),
        ((HOME if trays else TRAY) in places, "from home pieces go to a tray in counters_home, and only there"),
        ((s.turn == NOBODY) != starting, f"'turn' and phase {phase} do not go together"),
        ((s.turns == 0) != starting, f"'turns' cannot be {s.turns} in phase {phase}"),
        (starting and (known or any(places)), "in phase starting all are in the centre and who starts is not known"),
        ((s.due > 0) != extra, f"'due' is {s.due}: throws are due in phase extra, and only there"),
        ((starting or finished) and rules.single_moves(s), f"there are dice in phase {phase}: expected none"),
        (throwing and (s.pair or any(s.loose)), "before both dice are thrown there may only be pairs of sixes"),
        (using and not rules.can_use(s, o), f"the dice cannot be used: expected {USABLE}"),
        (won and not finished, "'winner' belongs to phase finished"),
        (won and not has_won(s, o), f"{COLOURS[s.winner]} has not won: expected what its win form asks for"),
        (not won and rules.wins_standing(s, o), "a piece stands on home in balance: it would have won"),
        (not won and trays and max(s.home) >= o.home_target, f"a tray holds {o.home_target} pieces: it would have won"),
        (finished and not won and not 0 < o.turn_limit <= s.turns, "nobody has won: expected that at the turn limit"),
    ):
        if refused:
            raise PositionError(reason)


def has_won(s: Record, o: Record) -> bool:
    if o.win_form == WinForm.COUNTERS_HOME:
        return s.home[s.winner] >= o.home_target
    mine = s.place.tolist()[s.winner]
    enough = rules.is_balanced(s, o) if o.win_form == WinForm.BALANCE else sum(place > CENTRE for place in mine) > 3
    return enough and HOME in mine and sum(row.count(HOME) for row in s.place.tolist()) < 3
