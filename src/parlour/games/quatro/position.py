"""Positions of Quatro: how they tell men, what follows from the steps already moved, and which cannot be."""

from collections.abc import Iterator

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, read_whole
from parlour.games.quatro import rules, steps
from parlour.games.quatro.board import BOARDS, NOBODY, point_name
from parlour.games.quatro.options import Match, MatchTally, Ruleset, SeatDraft, TeamWin
from parlour.games.quatro.scoring import match_decided
from parlour.games.quatro.sketch import men_of
from parlour.games.quatro.state import BEFORE_BOARDS, BEFORE_TURNS, SEAT, Phase, read_step
from parlour.games.quatro.text import legal_steps, step_ends

GONE = "gone"  # instead of men: the player has withdrawn


def write_men(s: Record, o: Record) -> dict[str, str]:
    words = {}
    for board in range(4):
        if s.player[board] != NOBODY and s.phase not in BEFORE_BOARDS:
            points: dict[int | str, int] = {
                v: s.men[o.spot[board, v]] for v in range(o.points, 0, -1) if s.own[board] >> v & 1
            }
            men: dict[int | str, int] = {"bar": s.bar[board], **points, "off": s.off[board]}
            words[BOARDS[board]] = ",".join([f"{v}:{n}" for v, n in men.items() if n]) or GONE
    players = ",".join([SEAT.write(s.player[board]) for board in range(4)])
    return words | {"players": "" if players == usual_players(s, o) else players}


def usual_players(s: Record, o: Record) -> str:
    """Who sits where when the seats are simply filled clockwise."""
    seats = iter("1234")
    return ",".join([next(seats) if o.in_use[board] and s.phase not in BEFORE_BOARDS else "-" for board in range(4)])


def read_men(words: Words, s: Record, o: Record) -> None:
    refuse(wrong_phase(s, o))
    rules.clear_board(s)
    players = words.take("players", usual_players(s, o)).split(",")
    if len(players) != 4:
        raise PositionError(f"'players' names {len(players)} boards: expected four, clockwise from A")
    for board, player in enumerate(players):
        s.player[board] = NOBODY if player == "-" else read_whole("players", player, 1, o.players) - 1
    refuse(wrong_players(s, o))
    for board in range(4):
        if s.player[board] != NOBODY and s.phase not in BEFORE_BOARDS:
            place_men(s, o, board, read_places(words.take(BOARDS[board]), o, BOARDS[board]))


def read_places(text: str, o: Record, name: str) -> list[int]:
    """Where a player's men are, as `men_of` has it."""
    told: set[str] = set()
    men: list[int] = []
    beside = {"bar": o.points + 1, "off": 0}
    for part in text.split(",") if text != GONE else ():
        place, separator, count = part.partition(":")
        if not separator:
            raise PositionError(f"{name!r}: {part!r} is not a place with men: expected point:count, bar:n or off:n")
        if place in told:
            raise PositionError(f"{name!r}: {place!r} is there twice")
        v = beside[place] if place in beside else read_whole(name, place, 1, o.points)
        men += [v] * read_whole(name, count, 0, o.men)
        told.add(place)
    return men


def place_men(s: Record, o: Record, board: int, men: list[int]) -> None:
    s.present[board] = len(men) > 0
    s.off[board], s.bar[board] = men.count(0), men.count(o.points + 1)
    for v in [v for v in men if 0 < v <= o.points]:
        k = o.spot[board, v]
        if s.owner[k] not in (NOBODY, board):
            raise PositionError(f"two sets of men on {point_name(k, o.home)}: expected those of one player")
        steps.put_man(s, o, board, v)


def complete(s: Record, o: Record) -> None:
    """Find who is asked and, while men are moved, go back to the roll and make the steps told again by the rules."""
    refuse(wrong_turn(s, o))
    s.turn = NOBODY if s.phase in (*BEFORE_TURNS, Phase.FINISHED) else s.player[s.board]
    s.to_move = OVER if s.phase == Phase.FINISHED else CHANCE
    if s.phase == Phase.CHOOSING:
        s.to_move = rules.chooser(s, sum(s.player[board] != NOBODY for board in range(4)))
    elif s.phase == Phase.ANSWERING:
        s.to_move = s.player[s.asked]
        before = [(s.board + i) % 4 for i in range(1, (s.asked - s.board) % 4)]
        s.accepted = not o.teams and any(s.present[board] for board in before)  # who declined is gone
    elif s.phase in (Phase.DOUBLING, Phase.MOVING):
        s.to_move = s.turn
    told = {"transit": s.transit, "fresh": s.fresh}
    made = [read_step(step) for step in s.trail if step != NOBODY and s.phase == Phase.MOVING]
    s.transit = s.transit if made else 0
    men = [men_of(s, o, board) for board in range(4)]
    for step in reversed(made):
        take_back(men, s, o, *step)
    rules.clear_men(s)
    for board in range(4):
        place_men(s, o, board, men[board])
    refuse(wrong_men(s, o, men))
    s.transit, s.fresh = 0, 0
    if s.phase == Phase.MOVING:
        roll = s.roll
        rules.end_play(s)
        rules.begin_play(s, o, roll)
        for step in made:
            make_again(s, o, *step)
        if made and s.steps == s.need:
            raise PositionError("'moved' is a whole play: expected one that still goes on")
    for name, found in (("transit", s.transit), ("fresh", s.fresh)):
        if told[name] != found:
            raise PositionError(f"{name!r} cannot be {told[name]}: the steps moved leave it at {found}")


def take_back(men: list[list[int]], s: Record, o: Record, v: int, pips: int, hit: int) -> None:
    bar = o.points + 1
    to = max(0, (v or bar) - pips)
    if to not in men[s.board]:
        raise PositionError(f"'moved' brings a man to {to}, but none stands there")
    men[s.board].remove(to)
    men[s.board].append(v or bar)
    if hit != NOBODY and to > 0 and bar in men[hit]:
        men[hit].remove(bar)
        men[hit].append(o.number[hit, o.spot[s.board, to]])


def make_again(s: Record, o: Record, v: int, pips: int, hit: int) -> None:
    legal = legal_steps(s, o) if s.steps < s.need else []
    codes = [code for code in legal if step_ends(s, o, code)[::2] == (v, pips)]
    if not codes:
        raise PositionError(f"step {s.steps + 1} of 'moved' is not legal")
    if steps.take_step(s, o, codes[0]) != hit:
        raise PositionError(f"step {s.steps} of 'moved' does not hit what it says")


def check(s: Record, o: Record) -> None:
    refuse(wrong_stakes(s, o))
    refuse(wrong_tally(s, o))


def refuse(faults: Iterator[str]) -> None:
    for fault in faults:
        raise PositionError(fault)


def wrong_phase(s: Record, o: Record) -> Iterator[str]:
    three, chosen, quatro = o.players == 3, o.seat_draft == SeatDraft.CHOOSE, o.ruleset == Ruleset.QUATRO
    fits = {
        Phase.SEATING: three and not chosen,
        Phase.ORDERING: chosen,
        Phase.CHOOSING: chosen,
        Phase.STARTING: quatro and not three,
        Phase.OPENING: not quatro,
        Phase.DOUBLING: o.cube,
        Phase.ANSWERING: o.cube,
    }
    if not fits.get(s.phase, True):
        yield f"'phase' cannot be {Phase.word(s.phase)!r} under these options"


def wrong_players(s: Record, o: Record) -> Iterator[str]:
    taken = [seat for seat in s.player if seat != NOBODY]
    if len(set(taken)) < len(taken):
        yield "a player sits at two boards"
    if s.phase not in BEFORE_BOARDS and len(taken) < o.players:
        yield f"'players' seats {len(taken)} players: expected {o.players}"
    if s.phase in (Phase.SEATING, Phase.ORDERING) and taken:
        yield "'players' seats somebody before the boards are given out"
    for board in range(4):
        if s.player[board] != NOBODY and not o.in_use[board] and o.seat_draft == SeatDraft.RANDOM:
            yield f"board {BOARDS[board]} is not played under these options"


def wrong_turn(s: Record, o: Record) -> Iterator[str]:
    taken = [seat for seat in s.player if seat != NOBODY]
    if s.phase == Phase.CHOOSING and (
        len(taken) == 3 or {rules.chooser(s, i) for i in range(len(taken))} != set(taken)
    ):
        yield "'players' must seat the first of the choosers, and not all three"
    if s.phase == Phase.FINISHED and s.player[s.board] == NOBODY:
        yield f"the last turn cannot be that of {BOARDS[s.board]}, where nobody plays"
    if s.phase not in (*BEFORE_TURNS, Phase.FINISHED) and not rules.is_in_game(s, o, s.board):
        yield f"it cannot be the turn of {BOARDS[s.board]}, who is not in the game"
    if s.phase == Phase.ANSWERING and not rules.may_answer(s, o, s.asked):
        yield f"{BOARDS[s.asked]} cannot be asked about this double"


def wrong_men(s: Record, o: Record, men: list[list[int]]) -> Iterator[str]:
    for board in range(4):
        if s.present[board] and len(men[board]) != o.men:
            yield f"{BOARDS[board]} has {len(men[board])} men: expected {o.men}"
    out = [board for board in range(4) if s.present[board] and s.off[board] == o.men]
    may_be_out = o.teams and o.team_win == TeamWin.BOTH_OUT and s.phase not in BEFORE_TURNS
    partners_out = len(out) > 1 and (out[1] - out[0]) % 2 == 0
    if s.phase != Phase.FINISHED and (len(out) > 2 or partners_out or (out and not may_be_out)):
        yield f"{BOARDS[out[0]]} has no man left: the game would be over"
    if s.phase not in (*BEFORE_TURNS, Phase.FINISHED) and sum(s.present) < 2:
        yield "only one player is left in the game"


def wrong_stakes(s: Record, o: Record) -> Iterator[str]:
    if (s.cube > 1) != (s.last != NOBODY and s.player[s.last] != NOBODY):
        yield "'last' must name the player who doubled last, if the cube is above 1, and only then"
    if s.phase in (Phase.DOUBLING, Phase.ANSWERING) and not rules.may_double(s, o):
        yield f"{BOARDS[s.board]} may not double here"
    if sum(s.received) != sum(s.paid):
        yield "'received' and 'paid' do not add up to the same"
    is_void = s.phase == Phase.FINISHED and s.rolls == o.turn_cap
    for board in range(4):
        seat = s.player[board]
        if (
            seat != NOBODY
            and s.phase not in BEFORE_BOARDS
            and not s.present[board]
            and not s.paid[seat]
            and not is_void
        ):
            yield f"{BOARDS[board]!r} cannot be 'gone': expected men, for nobody can have withdrawn without paying"
        if seat != NOBODY and s.present[board] and s.paid[seat] and s.phase != Phase.FINISHED:
            yield f"{BOARDS[board]} cannot have paid: expected that of players who have withdrawn"


def wrong_tally(s: Record, o: Record) -> Iterator[str]:
    over, tally = s.phase == Phase.FINISHED, [s.tally[seat] for seat in range(4)]
    game = [s.received[seat] - s.paid[seat] for seat in range(4)]
    if o.match == Match.SINGLE and tally != (game if over else [0] * 4):
        yield "'tally' must be what was received less what was paid once the game is over, and nothing before"
    if o.match != Match.SINGLE and o.match_tally == MatchTally.NET and sum(tally):
        yield f"'tally' adds up to {sum(tally)}: expected 0, for what one receives another pays"
    if o.match != Match.SINGLE and o.match_tally == MatchTally.WON and min(tally) < 0:
        yield f"'tally' cannot be {min(tally)}: expected 0 or more, for what is paid does not count"
    if o.teams and (tally[0] != tally[2] or tally[1] != tally[3]):
        yield "'tally' must be the same for partners"
    if over != (s.game > 0 if o.match == Match.SINGLE else match_decided(s, o)) or (over and s.game == 0):
        yield "the phase does not fit 'game' and 'tally': expected 'finished' just when the match is decided"
