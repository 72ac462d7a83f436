"""The rules as the program plays them, in the shape the oracle speaks."""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.play import Play
from parlour.engine.records import new_record, view_record
from parlour.games.quatro import GAME
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.state import Action, Phase
from tests.oracles import quatro as oracle

OPTIONS: dict[str, dict[str, Any]] = {
    "quatro": {},
    "backgammon": {"ruleset": "backgammon"},
    "backgammon24": {"ruleset": "backgammon24"},
    "touch_owned=false": {"touch_owned": False},
    "teams": {"teams": True},
    "teams hostile": {"teams": True, "team_contact": "hostile"},
}


def options_for(seats: str, men: int, **given: Any) -> dict[str, Any]:
    """The options under which these boards are played."""
    given = {"players": len(seats), "men": men, **given}
    if len(seats) == 3:
        given["empty_seat"] = next(board for board in BOARDS if board not in seats)
    if len(seats) == 2:
        given["pairing"] = next(pair for pair in ("AB", "CD", "AD", "CB") if set(pair) == set(seats))
    return GAME.settle(**given)


def position_text(position: oracle.Position, extra: str) -> str:
    men = [f"{seat}={oracle.write_men(side).replace(' ', ',')}" for seat, side in position.sides]
    return " ".join([*men, extra])


def set_up(position: oracle.Position, mover: str, dice: tuple[int, int], **given: Any) -> Play:
    """A play at the start of the mover's turn, the dice rolled."""
    men = position[mover].in_play() + position[mover].off
    play = Play(GAME, options_for(position.seats, men, **given))
    high, low = max(dice), min(dice)
    play.place(position_text(position, f"phase=moving turn={mover} dice={high}{low}"))
    return play


def read_state(states: NDArray[Any], options: NDArray[Any], i: int = 0) -> oracle.Position:
    """The position on the board."""
    s, o = view_record(states, i), view_record(options)
    sides = {}
    for board in range(4):
        if s.present[board]:
            counts = tuple(
                (v, int(s.men[o.spot[board, v]]))
                for v in range(o.points, 0, -1)
                if s.men[o.spot[board, v]] and s.owner[o.spot[board, v]] == board
            )
            sides[BOARDS[board]] = oracle.Men(counts, int(s.bar[board]), int(s.off[board]))
    return oracle.Position.of(sides)


def legal_steps(states: NDArray[Any], options: NDArray[Any]) -> list[int]:
    actions = GAME.new_actions()
    GAME.doors.legal_at(states, 0, options, actions)
    return codes_of(actions)


def as_step(states: NDArray[Any], options: NDArray[Any], code: int) -> oracle.Step:
    """A step's code as (source, die)."""
    die = 1 if code >= Action.LOWER else 0
    v = code - Action.LOWER * die
    bar = int(options["points"][0]) + 1
    return (bar if v == 0 else v), int(states["dice"][0][die])


def results(play: Play) -> frozenset[oracle.Position]:
    """Every position the rest of this roll can lead to."""
    found, seen = set(), set()
    mover = play.states["turns"][0]
    stack = [play.states.copy()]
    while stack:
        states = stack.pop()
        over = states["to_move"][0] < 0 or states["turns"][0] != mover or states["phase"][0] != Phase.MOVING
        if over:
            found.add(read_state(states, play.options))
            continue
        if states.tobytes() in seen:
            continue
        seen.add(states.tobytes())
        for code in legal_steps(states, play.options):
            after = new_record(GAME.state_type)
            after[:] = states
            GAME.doors.apply_at(after, 0, play.options, code)
            stack.append(after)
    return frozenset(found)
