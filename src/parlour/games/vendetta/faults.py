"""What no play leads to, and a position may therefore not tell: of spaces, of players, of the turn, of its dice.

Each function yields, one after another, whether something is wrong and the words to refuse it with.
"""

from collections.abc import Iterator

from parlour.engine.contract import Record
from parlour.engine.position import PositionError
from parlour.games.vendetta import rules
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.options import FirstPlayer, LeaderOnSilenced, Spin, SpinsPerTurn
from parlour.games.vendetta.position import list_groups
from parlour.games.vendetta.stacks import FULL, count_soldiers, has_godfather
from parlour.games.vendetta.state import AT_HOME, GODFATHER, LOST, NOBODY, SPINS, WON, Phase, letters

Faults = Iterator[tuple[object, str]]


def check(s: Record, o: Record) -> None:
    """Refuse a position for the first thing that is wrong."""
    for find_faults in (check_spaces, check_players, check_turn, check_dice):
        for wrong, reason in find_faults(s, o):
            if wrong:
                raise PositionError(reason)


def check_spaces(s: Record, o: Record) -> Faults:
    deadly = o.leader_on_silenced == LeaderOnSilenced.ELIMINATED
    for space in range(SPACES):
        groups, marking = list_groups(s, space), MARKINGS[o.layout, space]
        bosses = sum(has_godfather(s, o, space, seat) for seat, _ in groups)
        soldiers = [count_soldiers(s, o, space, seat) for seat, _ in groups]
        silenced = marking == Marking.SILENCED
        barred = marking == Marking.FBI or (silenced and deadly)
        yield bosses > 1, f"two Godfathers stand on space {space}: expected one at most"
        yield bosses and barred, f"a Godfather stands on space {space}, where none may land and live"
        for level, (seat, pieces) in enumerate(groups):
            most = FULL if level == 0 else 1
            yield pieces > most, f"too many pieces of {letters(o)[seat]} on space {space}"
        yield any(soldiers) and silenced, f"a soldier stands on space {space}, where he would be lost"
        yield len(groups) > 1 and not soldiers[0], f"only soldiers can hold others on space {space}"
        doomed = any(soldiers[1:]) and soldiers[0] > 1
        yield doomed, f"two soldiers hold a soldier on space {space}, who would be lost"


def check_players(s: Record, o: Record) -> Faults:
    alive = [seat for seat in range(o.players) if s.out[seat] == 0]
    for seat, name in enumerate(letters(o)):
        places = {s.pos[seat, slot] for slot in range(o.soldiers + 1)}
        godfather = s.pos[seat, GODFATHER]
        dead = godfather == LOST
        yield dead == (seat in alive), f"a player is out when the Godfather is lost, and only then: see {name!r}"
        yield dead and places != {LOST}, f"{name!r} is out: expected all pieces lost"
        crowned = godfather == WON and s.winner != seat
        yield crowned, f"the Godfather of {name!r} is home: expected {name} as winner"
    outs = {s.out[seat] for seat in range(o.players)} - {0}
    told = outs == set(range(1, len(outs) + 1))
    yield not told, "'out' counts who went out first, second and so on: a number is left out"
    if s.phase != Phase.FINISHED:
        yield s.winner >= 0, "'winner' belongs to phase finished"
        on = len(alive) > 1 and (s.turn in alive or s.turn == NOBODY)
        yield not on, "at least two players, and the one whose turn it is, must be in the game"
    elif s.winner >= 0:
        won = s.pos[s.winner, GODFATHER] == WON or alive == [s.winner]
        yield not won, f"{letters(o)[s.winner]} has not won: expected the Godfather home, or all others out"
    else:
        drawn = not alive or (len(alive) > 1 and 0 < o.turn_limit <= s.turns)
        yield not drawn, f"nobody has won and 'turns' is {s.turns}: expected a winner, the turn limit, or all out"


def check_turn(s: Record, o: Record) -> Faults:
    starting = s.phase == Phase.STARTING
    fits = (s.turn == NOBODY) == (s.turns == 0) == starting
    yield not fits, f"'turn' and 'turns' do not go with phase {Phase.word(s.phase)}"
    home = all(s.pos[seat, slot] == AT_HOME for seat in range(o.players) for slot in range(o.soldiers + 1))
    settled = o.first_player == FirstPlayer.SEAT0
    wrong = starting and (settled or not home)
    yield wrong, "in phase starting all pieces are in home, and who starts is not settled"
    asked = s.phase == Phase.ASKING and o.spin != Spin.OPTIONAL
    yield asked, "phase asking belongs to games where spinning is optional"
    again = s.hits == 1 and s.phase != Phase.MOVING and o.spins_per_turn == SpinsPerTurn.PER_PIECE
    spun = s.turns > 1 or s.phase == Phase.FINISHED or again
    last = SPINS.write(s.spun)
    yield s.spun >= 0 and not spun, f"'spun' is {last}: expected none, since no move can have led to a spin yet"


def check_dice(s: Record, o: Record) -> Faults:
    phase = Phase.word(s.phase)
    moving, spinning = s.phase == Phase.MOVING, s.phase in (Phase.ASKING, Phase.SPINNING)
    yield (moving or spinning) != (s.dice[0] > 0), f"'dice' do not go with phase {phase}"
    used = s.used.bit_count()
    fits = used < 2 if moving else used > 0 if spinning else used == 0
    paired = (used > 0) == (s.moved != NOBODY)
    yield not fits or not paired, f"'used' and 'moved' do not go with phase {phase}, or not with each other"
    if moving:
        able = rules.can_follow(s, o) if used else rules.can_move_anything(s, o)
        yield not able, "nothing can move with these dice, so the turn would have passed"
        yield used and s.pos[s.turn, s.moved] == AT_HOME, "'moved' is in home: a piece that has moved is not"
    least, most = (1, used) if spinning else (0, used)
    if moving or o.spins_per_turn == SpinsPerTurn.ONCE:
        most = min(most, 1)
    yield not least <= s.hits <= most, f"'hits' is {s.hits}: expected {least} to {most} in phase {phase}"
