"""What people may do in a room, and when. Every act checks first and adds entries after.

A refusal adds nothing but what had happened anyway: time that had run out, and attempts where they are counted.
"""

import math
from collections.abc import Callable
from typing import Any

from parlour.engine.contract import CHANCE
from parlour.engine.fairness import draw_outcome, new_seed
from parlour.engine.play import IllegalAction
from parlour.engine.seeds import DERIVED
from parlour.search.bots import RANDOM, bot_names
from parlour.server.rooms.clock import MOVE
from parlour.server.rooms.names import refuse_taken, tidy_name
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import ASK, DRAW, FAIR, MANUAL, NEVER, REMATCH, TAKEBACK, Offer, Room, Sitter

STAND_IN = "dora"  # who plays on for somebody who gave up
MOST_RENAMED = 10  # times that somebody may change their name in one room, so that nobody fills its log
MOST_WELCOMED = 10  # and that a host may change their mind about who may join
SLOWED_SECONDS = 600.0  # before it is told again that bots move slowly

Act = Callable[[Room, float], None]  # anything that is done in a room, at a time


def addressee(room: Room, held: list[int]) -> int | None:
    """The seat that somebody is spoken to as you: none where several sit at one screen, or a bot plays."""
    if len(held) != 1:
        return None
    sitter = room.sitters[held[0]]
    return None if sitter.stand_in and not room.over else held[0]


def find_seat(room: Room, seat: int) -> Sitter:
    if not 0 <= seat < len(room.sitters):
        raise Refused(404, f"there is no seat {seat}: expected 0 to {len(room.sitters) - 1}")
    return room.sitters[seat]


def require_own(room: Room, key: str, seat: int) -> Sitter:
    sitter = find_seat(room, seat)
    if not key or sitter.key != key:
        raise Refused(403, f"seat {seat} is not yours")
    return sitter


def require_host(room: Room, key: str) -> None:
    if not key or room.host != key:
        raise Refused(403, "only the host, who opened the room, can do this")


def require_company(room: Room, key: str) -> None:
    """Whether somebody waits with the others: at the table, or as the host."""
    if not key or (room.host != key and not room.held_by(key)):
        raise Refused(403, "only the host and those who play can do this")


def require_on(room: Room) -> None:
    if not room.begun:
        raise Refused(409, "the play has not begun: some seats are still open")
    if room.over:
        raise Refused(409, "the play is over")


def require_turn(room: Room, seat: int) -> None:
    """Whether a seat may move now, or tell what real dice show."""
    play = room.play
    to_move = play.to_move
    if to_move == CHANCE:
        if room.dice != MANUAL:
            raise Refused(409, "the server throws the dice in this room")
    elif to_move != seat:
        raise Refused(409, f"it is not {room.name(seat)}'s turn: {play.asked()}")
    elif room.sitters[seat].gone:
        raise Refused(409, f"{room.name(seat)} has given up: a bot plays on")


def require_space(room: Room) -> None:
    """Whether the log may grow; giving up is possible even if not."""
    if room.most_entries and room.number >= room.most_entries:
        raise Refused(409, f"{room.full}: go on in a new room")


def require_unbegun(room: Room) -> None:
    if room.begun:
        raise Refused(409, "the play has begun")


def sit(room: Room, key: str, seat: int, name: str, seed: str, at: float) -> None:
    """Take an open seat, or the place of a bot that plays. Sitting down again where one sits changes nothing."""
    sitter = find_seat(room, seat)
    if sitter.key == key and sitter.ready:
        return
    if sitter.free:
        take_over(room, key, seat, name, seed, at)
        return
    require_unbegun(room)
    require_space(room)
    if sitter.taken and sitter.key != key:
        raise Refused(409, f"seat {seat} is taken by {sitter.name}")
    name = settle_name(room, key, name)
    room.add("sat", at, seat=seat, name=name, key=key, seed=seed or seed_for(room))
    begin_when_full(room, at)


def free(room: Room, key: str, seat: int, at: float) -> None:
    """Let somebody take the place of a bot that plays. It plays on until somebody does."""
    require_host(room, key)
    sitter = find_seat(room, seat)
    require_on(room)
    require_space(room)
    if not sitter.bot:
        raise Refused(409, f"no bot sits at seat {seat}: {sitter.name} does")
    if not sitter.free:
        room.add("freed", at, seat=seat)


def take_over(room: Room, key: str, seat: int, name: str, seed: str, at: float) -> None:
    """Go on where a bot was. What the dice will show is fixed by then, and takes no more seeds."""
    require_on(room)
    require_space(room)
    if seed:
        raise Refused(409, "the play has begun, and its dice are fixed: expected no seed")
    room.add("took_over", at, seat=seat, name=settle_name(room, key, name), key=key)


def settle_name(room: Room, key: str, name: str) -> str:
    """What somebody is called here. A name that one bears in this room already stays, whatever it is."""
    if any(sitter.key == key and sitter.name == name for sitter in room.sitters):
        return name
    settled = tidy_name(name)
    bots = [bot.title() for bot in bot_names(room.play.game, room.play.values)]
    refuse_taken(settled, bots, [sitter.name for sitter in room.sitters if sitter.key and sitter.key != key])
    return settled


def let_anyone(room: Room, key: str, anyone: bool, at: float) -> None:
    """Let anybody join from the list of open tables, or nobody any more."""
    require_host(room, key)
    if room.anyone == anyone:
        return
    require_unbegun(room)
    require_space(room)
    if sum(entry.kind == "welcomed" for entry in room.entries) >= MOST_WELCOMED:
        raise Refused(409, f"you have changed this {MOST_WELCOMED} times, which is the most: it stays as it is")
    room.add("welcomed", at, anyone=anyone)


def rename(room: Room, key: str, seat: int, name: str, at: float) -> None:
    """Go by another name from now on. The one that somebody bears already changes nothing, not even after the end."""
    sitter = require_own(room, key, seat)
    if not sitter.ready:
        raise Refused(409, "sit down first: you give your name as you do")
    if sitter.name == name:
        return
    settled = settle_name(room, key, name)
    if settled == sitter.name:
        return
    if room.over:
        raise Refused(409, "the play is over: its names can no longer be changed")
    require_space(room)
    if sum(entry.kind == "renamed" and entry.data["seat"] == seat for entry in room.entries) >= MOST_RENAMED:
        raise Refused(
            409, f"you have changed your name {MOST_RENAMED} times here, which is the most: it stays as it is"
        )
    room.add("renamed", at, seat=seat, name=settled)


def seed_for(room: Room) -> str:
    """The seed of a seat that gives none. It follows when the play begins; rooms of old go on as they were opened."""
    return "" if room.seeding == DERIVED else new_seed()


def leave(room: Room, key: str, seat: int, at: float) -> None:
    """Get up again; the host may also send somebody away, or a bot."""
    sitter = find_seat(room, seat)
    if sitter.key != key or not key:
        require_host(room, key)
    require_unbegun(room)
    require_space(room)
    if sitter.taken:
        room.add("left", at, seat=seat)


def engage(room: Room, key: str, seat: int, bot: str, name: str, at: float) -> None:
    """Put a bot on an open seat, or another one in the place of a bot. The same one again changes nothing."""
    require_host(room, key)
    sitter = find_seat(room, seat)
    if sitter.bot == bot:
        return
    require_unbegun(room)
    require_space(room)
    if sitter.key:
        raise Refused(409, f"seat {seat} is taken by {sitter.name}")
    room.add("engaged", at, seat=seat, bot=bot, name=name, seed=seed_for(room))
    begin_when_full(room, at)


def begin_when_full(room: Room, at: float) -> None:
    if all(sitter.ready for sitter in room.sitters):
        room.add("began", at)
        settle(room, at)


def settle(room: Room, at: float) -> None:
    """Whatever follows by itself: fair dice fall, and after the end the secret behind them is told."""
    while room.on and room.play.at_chance and room.dice == FAIR:
        seeds = [sitter.seed for sitter in room.sitters]
        room.add("drew", at, code=draw_outcome(room.play, room.secret, seeds))
    if room.over and room.dice == FAIR and "Secret" not in room.play.tags:
        room.add("revealed", at, secret=room.secret)
    if room.on and room.full not in ("", room.filled):
        room.add("filled", at, why=room.full)


def move(room: Room, key: str, seat: int, after: int, text: str, at: float) -> None:
    """Play a move, or tell what real dice show. A move that was played already is not played again."""
    require_own(room, key, seat)
    if was_played(room, seat, after, text):
        return
    require_on(room)
    if room.full:
        raise Refused(409, f"{room.full}: give up, agree on a draw, or go on in a new room")
    expire(room, at)
    require_current(room, after)
    require_turn(room, seat)
    codes = read_move(room, seat, after, text, at)
    if room.sitters[seat].stand_in:
        room.add("returned", at, seat=seat)
    words = {"text": text}  # kept with the first of the codes, to know the same request when it comes again
    for code in codes:
        room.add("rolled" if room.play.at_chance else "moved", at, seat=seat, code=code, **words)
        words = {}
    settle(room, at)


def check(room: Room, key: str, seat: int, text: str) -> list[int]:
    """The codes that a move would play now; nothing is played or counted."""
    require_own(room, key, seat)
    require_on(room)
    require_turn(room, seat)
    try:
        return find_codes(room, seat, text)
    except IllegalAction as refusal:
        raise Refused(422, str(refusal)) from None


def why_not(room: Room, key: str, seat: int, touched: list[str]) -> str:
    """Why somebody who touches these things on the board does nothing by it; "" if there is no more to say."""
    require_own(room, key, seat)
    require_on(room)
    play = room.play
    if not play.at_chance and play.to_move != seat:
        return f"It is {room.name(play.to_move)}'s turn."
    return play.why_not(touched, addressee(room, room.held_by(key)))


def read_move(room: Room, seat: int, after: int, text: str, at: float) -> list[int]:
    """The codes a move stands for."""
    try:
        return find_codes(room, seat, text)
    except IllegalAction as refusal:
        count_attempt(room, seat, after, text, at)
        raise Refused(422, str(refusal)) from None


def find_codes(room: Room, seat: int, text: str) -> list[int]:
    """The codes a move stands for, if they are for this seat alone. Raises IllegalAction."""
    read = room.play.read(text)
    movers = {mover for mover, _ in read}
    if CHANCE in movers and room.dice == FAIR:
        raise Refused(422, f"{text!r} says what the dice show: expected a move alone, the server throws the dice")
    if not movers <= {seat, CHANCE}:
        raise Refused(422, f"{text!r} goes on to the turn of another seat: expected moves of one turn")
    return [code for _, code in read]


def count_attempt(room: Room, seat: int, after: int, text: str, at: float) -> None:
    """Where refused statements are counted, one too many ends the decision. The same request sent again counts once."""
    if not room.play.at_chance and "attempts" in room.play.calls:
        missed = {"seat": seat, "text": text}
        if any(entry.kind == "missed" and entry.data == missed for entry in room.entries[after:]):
            return
        room.add("missed", at, **missed)
        if room.refused >= room.limits.attempts:
            room.add("called", at, word="attempts")
            settle(room, at)


def play_for(room: Room, seat: int, after: int, code: int, at: float) -> None:
    """A bot's move; nothing happens if the room has gone on without it."""
    expire(room, at)
    if room.full:
        return
    if room.on and room.after == after and room.play.to_move == seat and room.sitters[seat].player:
        room.add("moved", at, seat=seat, code=code, bot=room.sitters[seat].player)
        settle(room, at)


def was_played(room: Room, seat: int, after: int, text: str) -> bool:
    """Whether this very move was made in answer to this entry: the same request has come twice."""
    if not 0 <= after < room.number:
        return False
    for entry in room.entries[after:]:
        if entry.kind in ("moved", "rolled"):
            return entry.data["seat"] == seat and entry.data.get("text") == text
        if entry.kind in ("drew", "called", "took_back"):
            return False
    return False


def require_current(room: Room, after: int) -> None:
    if after != room.after:
        raise Refused(409, f"the board has changed since entry {after}: look again, it is now at entry {room.after}")


def check_hint(room: Room, key: str, seat: int, after: int) -> None:
    """Whether a seat may have a hint now."""
    require_own(room, key, seat)
    require_on(room)
    require_current(room, after)
    if room.hints == NEVER:
        raise Refused(409, "in this room there are no hints")
    if room.play.at_chance:
        raise Refused(409, "chance decides next: ask for a hint when somebody has a move to choose")
    require_turn(room, seat)


def take_hint(room: Room, key: str, seat: int, after: int, level: int, at: float) -> None:
    """Note that somebody gets a hint; the same hint is noted once."""
    require_own(room, key, seat)
    expire(room, at)
    check_hint(room, key, seat, after)
    require_space(room)
    noted = {"seat": seat, "level": level}
    if not any(entry.kind == "hinted" and entry.data == noted for entry in room.entries[after:]):
        room.add("hinted", at, **noted)


def undo(room: Room, key: str, seat: int, after: int, at: float) -> None:
    """Take back one's last action, as long as nothing new has been seen since or everybody is at one screen."""
    require_own(room, key, seat)
    require_on(room)
    require_space(room)
    require_current(room, after)
    if room.takebacks == NEVER:
        raise Refused(409, "in this room moves cannot be taken back")
    ply = room.undo_ply(room.held_by(key))
    if ply is None or room.movers[ply] != seat:
        raise Refused(409, "something new has been seen since your last move: ask for a takeback")
    room.add("took_back", at, seat=seat, to=ply)


def takeback_ply(room: Room, seat: int) -> int:
    """Where a seat began to move when it last moved."""
    ply = len(room.movers)
    while ply and room.movers[ply - 1] != seat:
        ply -= 1
    while ply and room.movers[ply - 1] == seat:
        ply -= 1
    return ply


def offer(room: Room, key: str, seat: int, what: str, at: float, after: int | None = None) -> None:
    """Offer a draw, or ask for a takeback or a rematch. Offering what another has offered means agreeing."""
    require_own(room, key, seat)
    require_space(room)
    if after is not None:
        require_current(room, after)
    if what in room.offers:
        answer(room, key, seat, what, True, at)
        return
    if what == REMATCH:
        if not room.over:
            raise Refused(409, "the play is not over yet")
        if room.next:
            return
    else:
        require_on(room)
    if what == DRAW and any(sitter.bot for sitter in room.sitters):
        raise Refused(409, "bots do not agree to a draw")
    if what == TAKEBACK:
        if room.takebacks != ASK:
            raise Refused(409, "in this room moves cannot be taken back")
        if seat not in room.movers:
            raise Refused(409, "there is no move of yours to take back")
    room.add("asked", at, seat=seat, what=what)
    conclude(room, what, at)


def answer(room: Room, key: str, seat: int, what: str, yes: bool, at: float) -> None:
    require_own(room, key, seat)
    standing = room.offers.get(what)
    if standing is None:
        raise Refused(409, f"there is no offer of a {what}" if what != TAKEBACK else "nobody has asked for a takeback")
    if yes and seat in standing.yes:
        return
    require_space(room)
    room.add("answered", at, seat=seat, what=what, yes=yes)
    conclude(room, what, at)


def agreed(room: Room, standing: Offer) -> bool:
    """Whether everybody who can be asked has agreed; who holds several seats is asked once.

    Who does not want to play again holds up nobody, as long as two others do.
    """
    asked = {sitter.key for sitter in room.sitters if sitter.key and (room.over or not sitter.gone)}
    yes = {room.sitters[seat].key for seat in standing.yes}
    no = {room.sitters[seat].key for seat in standing.no} - yes
    return asked <= yes | no and len(yes) >= min(2, len(asked))


def conclude(room: Room, what: str, at: float) -> None:
    """Do what was agreed on. A rematch is opened by the house."""
    standing = room.offers.get(what)
    if standing is None or not agreed(room, standing):
        return
    if what == DRAW:
        room.add("drawn", at)
        settle(room, at)
    elif what == TAKEBACK:
        room.add("took_back", at, seat=standing.seat, to=takeback_ply(room, standing.seat))


def conclude_all(room: Room, at: float) -> None:
    """Somebody gave up, and is not asked any more: all others may have agreed already."""
    for what in (DRAW, TAKEBACK):
        conclude(room, what, at)


def wants_rematch(room: Room) -> bool:
    return not room.next and REMATCH in room.offers and agreed(room, room.offers[REMATCH])


def stand_in(
    room: Room, key: str, seat: int, bot: str, at: float, away: float = 0.0, away_enough: float = math.inf
) -> None:
    """Let a bot play for a person: at that person's wish, or at anybody's who waits for one who is away for long."""
    sitter = find_seat(room, seat)
    is_own = bool(key) and sitter.key == key
    if not is_own:
        require_company(room, key)
    require_on(room)
    require_space(room)
    if sitter.bot:
        raise Refused(409, f"{room.name(seat)} is a bot already")
    if bot == RANDOM:
        raise Refused(422, "a bot that moves at random cannot play for a person: expected one of the levels")
    if not is_own and not sitter.gone and away < away_enough:
        raise Refused(
            409,
            f"{room.name(seat)} was here {away:.0f} seconds ago: a bot can step in after {away_enough:.0f} seconds, "
            "or when they ask for it themselves",
        )
    if sitter.stand_in != bot:
        room.add("stood_in", at, seat=seat, bot=bot)


def come_back(room: Room, key: str, seat: int, at: float) -> None:
    sitter = require_own(room, key, seat)
    require_on(room)
    if sitter.gone:
        raise Refused(409, f"{room.name(seat)} has given up: a bot plays on")
    if sitter.stand_in:
        require_space(room)
        room.add("returned", at, seat=seat)


def resign(room: Room, key: str, seat: int, at: float) -> None:
    sitter = require_own(room, key, seat)
    if sitter.gone:
        return
    require_on(room)
    room.add("resigned", at, seat=seat, **_bot_if_many(room))
    settle(room, at)
    conclude_all(room, at)


def _bot_if_many(room: Room) -> dict[str, Any]:
    return {"bot": STAND_IN} if len(room.sitters) > 2 else {}


def expire(room: Room, at: float) -> None:
    """Call what has run out of time; where nobody can move any more, nobody's time counts."""
    if not room.on or room.full:
        return
    if room.minutes_are_up(at) and "clock" in room.play.calls:
        room.add("called", at, word="clock")
        settle(room, at)
    seat = room.clock.running
    if not room.on or seat is None or room.clock.seconds_left(seat, at) > 0 or room.sitters[seat].player:
        return
    if room.clock.control.kind != MOVE:
        room.add("flagged", at, seat=seat, **_bot_if_many(room))
        conclude_all(room, at)
    elif "timeout" in room.play.calls:
        room.add("called", at, word="timeout")
    else:
        room.add("stood_in", at, seat=seat, bot=STAND_IN, once=True)
    settle(room, at)


def go_on(room: Room, at: float, waited: float) -> None:
    """Tell that the play goes on, if it has waited for so long for somebody to look."""
    if room.goes_by_itself and not room.full and at - room.entries[-1].at > waited:
        room.add("went_on", at)


def slow_down(room: Room, at: float, moves: int) -> None:
    """Tell that bots move slowly for a while, if that was not told a while ago."""
    if room.on and not room.full and at - room.slowed_at > SLOWED_SECONDS:
        room.add("slowed", at, moves=moves)
