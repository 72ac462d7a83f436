"""What no play leads to, and a position may therefore not tell: of spaces, of players, of the turn, of its dice.

Each function yields, one after another, whether something is wrong and the words to refuse it with.
"""

from collections.abc import Iterator

from parlour.engine.contract import Record
from parlour.engine.position import PositionError
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.following import can_follow
from parlour.games.vendetta.moving import must_choose
from parlour.games.vendetta.options import FirstPlayer, LeaderOnSilenced, SilencedSoldier, Spin, SpinsPerTurn
from parlour.games.vendetta.position import list_groups
from parlour.games.vendetta.rules import can_move_anything
from parlour.games.vendetta.stacks import FULL, count_soldiers, has_godfather, holder, is_on_track, space_of
from parlour.games.vendetta.state import AT_HOME, BOTH, CIRCLE, GODFATHER, LOST, NOBODY, SPINS, WON, Phase, letters

DICE_USED = {Phase.MOVING: (0, 1), Phase.SILENCING: (1, 2), Phase.ASKING: (1, 2), Phase.SPINNING: (1, 2)}
Faults = Iterator[tuple[object, str]]


def check(s: Record, o: Record) -> None:
    """Refuse a position for the first thing that is wrong."""
    for find_faults in (find_on_spaces, find_of_players, find_in_turn, find_of_dice):
        for wrong, reason in find_faults(s, o):
            if wrong:
                raise PositionError(reason)


def find_on_spaces(s: Record, o: Record) -> Faults:
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
        lost = silenced and any(soldiers) and o.silenced_soldier == SilencedSoldier.FIXED
        yield lost, f"a soldier stands on space {space}, where he would be lost"
        yield len(groups) > 1 and not soldiers[0], f"only soldiers can hold others on space {space}"
        doomed = any(soldiers[1:]) and soldiers[0] > 1
        yield doomed, f"two soldiers hold a soldier on space {space}, who would be lost"


def find_of_players(s: Record, o: Record) -> Faults:
    alive = [seat for seat in range(o.players) if s.out[seat] == 0]
    for seat, name in enumerate(letters(o)):
        godfather, *soldiers = (s.pos[seat, slot] for slot in range(o.soldiers + 1))
        beyond = max(soldiers) >= CIRCLE
        yield beyond, f"{name!r} has a soldier at {max(soldiers)}: expected {CIRCLE - 1} at most, and none come home"
        dead = godfather == LOST
        yield dead == (seat in alive), f"a player is out when the Godfather is lost, and only then: see {name!r}"
        yield dead and set(soldiers) != {LOST}, f"{name!r} is out: expected all pieces lost"
        robbed = godfather == WON and s.winner != seat
        yield robbed, f"the Godfather of {name!r} is home: expected {name} as winner"
    outs = {s.out[seat] for seat in range(o.players)} - {0}
    counted = outs == set(range(1, len(outs) + 1))
    yield not counted, "'out' counts who went out first, second and so on: a number is left out"
    if s.phase != Phase.FINISHED:
        yield s.winner >= 0, "'winner' belongs to phase finished"
        playing = len(alive) > 1 and (s.turn in alive or s.turn == NOBODY)
        yield not playing, "at least two players, and the one whose turn it is, must be in the game"
    elif s.winner >= 0:
        won = s.pos[s.winner, GODFATHER] == WON or alive == [s.winner]
        yield not won, f"{letters(o)[s.winner]} has not won: expected the Godfather home, or all others out"
    else:
        drawn = not alive or (len(alive) > 1 and 0 < o.turn_limit <= s.turns)
        yield not drawn, f"nobody has won and 'turns' is {s.turns}: expected a winner, the turn limit, or all out"


def find_in_turn(s: Record, o: Record) -> Faults:
    starting = s.phase == Phase.STARTING
    fits = (s.turn == NOBODY) == (s.turns == 0) == starting
    yield not fits, f"'turn' and 'turns' do not go with phase {Phase.word(s.phase)}"
    home = all(s.pos[seat, slot] == AT_HOME for seat in range(o.players) for slot in range(o.soldiers + 1))
    begun = not home or o.first_player == FirstPlayer.SEAT0
    yield starting and begun, "in phase starting all pieces are in home, and who starts is not settled"
    unasked = s.phase == Phase.ASKING and o.spin != Spin.OPTIONAL
    yield unasked, "phase asking belongs to games where spinning is optional"
    again = o.spins_per_turn == SpinsPerTurn.PER_PIECE and s.phase in (Phase.ASKING, Phase.SPINNING) and s.hits == 1
    may_be_spun = s.turns > 1 or s.phase == Phase.FINISHED or again
    last = SPINS.write(s.spun)
    early = s.spun != NOBODY and not may_be_spun
    yield early, f"'spun' is {last}: expected none, since no move can have led to a spin yet"


def find_of_dice(s: Record, o: Record) -> Faults:
    phase, moved, used = Phase.word(s.phase), s.moved != NOBODY, s.used.bit_count()
    least, most = DICE_USED.get(s.phase, (0, 0))
    yield (most > 0) != (s.dice[0] > 0), f"'dice' do not go with phase {phase}"
    fits = least <= used <= most and moved == (used > 0)
    yield not fits, f"'used' and 'moved' do not go with phase {phase}, or not with each other"
    if s.phase == Phase.MOVING:
        able = can_follow(s, o) if moved else can_move_anything(s, o)
        yield not able, "nothing can move with these dice, so the turn would have passed"
        in_home = moved and s.pos[s.turn, s.moved] == AT_HOME
        yield in_home, "'moved' is in home: a piece that has moved is not"
    unasked = s.phase == Phase.SILENCING and not must_choose(s, o)
    yield unasked, "phase silencing is for who has moved to Silenced, where the player chooses the soldier it costs"
    least, most = limit_hits(s, o) if moved else (0, 0)
    yield s.hits > most, f"'hits' is {s.hits}: expected {most} at most, by the pieces that may have come to a Hit"
    yield s.hits < least, f"'hits' is {s.hits}: expected {least} at least in phase {phase}"


def limit_hits(s: Record, o: Record) -> tuple[int, int]:
    """R19, R22. How many spins are due at least and at most: each is for a piece that came to a Hit in this turn."""
    spinning = s.phase in (Phase.ASKING, Phase.SPINNING)
    there = [slot for slot in range(o.soldiers + 1) if marking_under(s, o, slot) == Marking.HIT]
    if s.used != BOTH:
        return int(spinning or s.moved in there), int(s.moved in there)
    on_silenced = marking_under(s, o, s.moved) == Marking.SILENCED
    most = min(len(there), 1 if on_silenced or o.spins_per_turn == SpinsPerTurn.ONCE else 2)
    spun = o.spins_per_turn == SpinsPerTurn.PER_PIECE and MARKINGS[o.layout, s.spun] == Marking.HIT
    if spinning and (on_silenced or spun):
        most = max(most, 1)  # Silenced, or the spin before this one, may have taken who came to the Hit
    return int(spinning), most


def marking_under(s: Record, o: Record, slot: int) -> int:
    """The marking of the space that a piece of the player's is on and its family holds; NOBODY where there is none."""
    if not is_on_track(s, s.turn, slot) or holder(s, space_of(s, o, s.turn, slot)) != s.turn:
        return NOBODY
    return int(MARKINGS[o.layout, space_of(s, o, s.turn, slot)])
