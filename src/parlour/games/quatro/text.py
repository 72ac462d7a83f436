"""The words of Quatro."""

import numpy as np

from parlour.engine.contract import Record
from parlour.games.quatro import rules, steps
from parlour.games.quatro.board import BOARDS, COLOURS, point_name

VALUES = {1: "a single game", 2: "a double game", 3: "a treble game", 4: "a QUATRO game"}


def board_of(s: Record, seat: int) -> int:
    """The board a seat plays in this game, or NOBODY while boards are not yet given out."""
    return next((board for board in range(4) if s.player[board] == seat), steps.NOBODY)


def seat(s: Record, o: Record, number: int) -> str:
    board = board_of(s, number)
    return f"Player {number + 1}" if board == steps.NOBODY else COLOURS[board]


def place(o: Record, board: int, v: int) -> str:
    """A player's point v by its name on the board."""
    return point_name(o.spot[board, v], o.home)


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    if kind == rules.SITS:
        return f"Player {a + 1} plays {COLOURS[b]}, home board {BOARDS[b]}."
    if kind == rules.CHOOSES_AFTER:
        return f"Boards are chosen by player {a + 1}, then {b + 1}, then {c + 1}."
    if kind == rules.VOID:
        return f"The limit of {o.turn_cap} rolls is reached: the game is void and nobody pays."
    if kind == rules.NEW_GAME:
        return f"Game {a} begins."
    if kind == rules.MATCH_OVER:
        return "The end: " + ", ".join(f"{seat(s, o, i)} {s.tally[i]:+d}" for i in range(o.players)) + "."
    return f"{COLOURS[a]} {_deed(s, o, kind, a, b, c)}"


def _deed(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    """What the player of board `a` does."""
    if kind == rules.STARTS:
        return "starts."
    if kind == rules.ROLLS:
        return f"rolls {b}–{c}."
    if kind == rules.MOVES:
        return f"moves {b}/{c}, from {place(o, a, b)} to {place(o, a, c)}."
    if kind == rules.TOUCHES:
        owner = COLOURS[s.owner[o.spot[a, c]]]
        start = "the bar" if b == 0 else place(o, a, b)
        return f"touches {place(o, a, c)}, owned by {owner}, coming from {start}."
    if kind == rules.ENTERS:
        return f"enters on {place(o, a, b)}."
    if kind == rules.BEARS_OFF:
        return f"bears a man off from {place(o, a, b)}."
    if kind == rules.HITS:
        return f"hits {COLOURS[b]} on {place(o, a, c)}, who goes to the bar."
    if kind == rules.FORFEITS:
        return f"cannot use any number: {_why_stuck(s, o)}."
    if kind == rules.DOUBLES:
        return f"doubles to {b}."
    if kind == rules.ACCEPTS:
        return "accepts the double."
    if kind == rules.DECLINES:
        return "declines the double."
    if kind == rules.CUBE_AT:
        return f"now holds the cube at {b}."
    if kind == rules.OUT:
        return "has borne off every man."
    if kind == rules.WINS:
        return "wins the game."
    if kind == rules.LOSES:
        return f"loses {VALUES[b]}."
    if kind == rules.PAYS:
        return f"pays {COLOURS[b]} {c}."
    raise ValueError(f"no words for event {kind}")


def _why_stuck(s: Record, o: Record) -> str:
    numbers = sorted({s.dice[0], s.dice[1]}, reverse=True)
    if s.bar[s.board] > 0:
        closed = [n for n in numbers if steps.is_blocked(s, o.points + 1 - n)]
        points = " and ".join(place(o, s.board, o.points + 1 - n) for n in closed)
        return f"{points} {'is' if len(closed) == 1 else 'are'} closed, and no total enters either"
    return "every way is closed or not yet open for " + " and ".join(str(n) for n in numbers)


def step_ends(s: Record, o: Record, code: int) -> tuple[int, int, int]:
    """Of a step: where it starts (0 for the bar), where it ends (0 or less for off), and the number used."""
    return steps.step_from(code), steps.step_to(s, o, code), s.dice[steps.step_die(code)]


def label(s: Record, o: Record, action: int) -> str:
    if action < rules.ROLL:
        v, to, number = step_ends(s, o, action)
        start = "bar" if v == 0 else place(o, s.board, v)
        return f"{number}: {start} to {'off' if to < 1 else place(o, s.board, to)}"
    if action >= rules.TAKE_BOARD:
        return f"board {BOARDS[action - rules.TAKE_BOARD]}"
    return ("roll", f"double to {2 * s.cube}", "accept", "decline", "no move")[action - rules.ROLL]


def sentence(s: Record, o: Record, action: int) -> str:
    if action < rules.ROLL:
        return _step_sentence(s, o, action)
    if action >= rules.TAKE_BOARD:
        board = action - rules.TAKE_BOARD
        return f"Play {COLOURS[board]}, home board {BOARDS[board]}."
    return (
        "Roll the dice.",
        f"Double the stake to {2 * s.cube}.",
        f"Accept: the game goes on for {2 * s.cube}.",
        "Decline: leave the game and pay.",
        f"No number can be used: {_why_stuck(s, o) if s.phase == rules.MOVING else ''}.",
    )[action - rules.ROLL]


def _step_sentence(s: Record, o: Record, action: int) -> str:
    v, to, number = step_ends(s, o, action)
    who = "the man in passage" if v == s.transit > 0 else "a man"
    start = "from the bar" if v == 0 else f"from {place(o, s.board, v)}"
    if to < 1:
        return f"With the {number}, bear off {who} {start}."
    k = o.spot[s.board, to]
    if steps.is_blocked(s, to):
        return f"With the {number}, {who} {start} touches {point_name(k, o.home)} and must go on."
    hit = f", hitting {COLOURS[s.owner[k]]}" if s.men[k] == 1 and s.owner[k] != s.board else ""
    return f"With the {number}, {who} {start} goes to {point_name(k, o.home)}{hit}."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < rules.OPENING:
        return f"{COLOURS[s.board]} rolls {rules.HIGH[code]}–{rules.LOW[code]}."
    if code < rules.START:
        board, high, low = opening(s, code - rules.OPENING)
        return f"{COLOURS[board]} starts with {high}–{low}."
    if code < rules.ORDER:
        return f"{COLOURS[code - rules.START]} starts."
    order = " ".join(str(n + 1) for n in rules.ORDERS[code - rules.ORDER])
    return f"The players' order is {order}."


def opening(s: Record, outcome: int) -> tuple[int, int, int]:
    """Who starts, and with which two numbers."""
    boards = [board for board in range(4) if s.player[board] != steps.NOBODY]
    return boards[outcome // 15], int(rules.HIGH[outcome % 15]) + 1, int(rules.LOW[outcome % 15])


def asked(s: Record, o: Record) -> str:
    if s.phase == rules.FINISHED:
        return "The play is over."
    if s.phase in (rules.SEATING, rules.ORDERING):
        return "The boards are drawn." if s.phase == rules.SEATING else "The order of choosing is rolled."
    if s.phase in (rules.STARTING, rules.OPENING_ROLL):
        return "Each rolls a die to see who starts."
    if s.phase == rules.CHOOSING:
        return f"{seat(s, o, s.to_move)} chooses a board."
    if s.phase == rules.ANSWERING:
        return f"{COLOURS[s.asked]} accepts or declines {COLOURS[s.board]}'s double to {2 * s.cube}."
    if s.phase == rules.DOUBLING:
        return f"{COLOURS[s.board]} rolls, or doubles first."
    if s.phase == rules.ROLLING:
        return f"{COLOURS[s.board]} rolls."
    if s.need == 0:
        return f"{COLOURS[s.board]} cannot move: {_why_stuck(s, o)}."
    if s.transit > 0:
        return f"{COLOURS[s.board]}'s man on {place(o, s.board, s.transit)} must go on: he may only touch there."
    left = dice_left(s, o)
    numbers = " and ".join(str(s.dice[die]) for die in range(2) for _ in range(left[die]))
    return f"{COLOURS[s.board]} moves, {numbers} to play."


def dice_left(s: Record, o: Record) -> tuple[int, int]:
    """How often the higher and the lower die can still be used in this play (R9)."""
    to_use = s.need - s.steps
    if to_use >= s.left[0] + s.left[1]:
        return s.left[0], s.left[1]
    if to_use == 0 or s.dice[0] == s.dice[1]:
        return to_use, 0
    mask = np.zeros(rules.ACTIONS, np.int8)
    rules.legal_steps(s, o, mask)
    return int(mask[: steps.LOWER].any()), int(mask[steps.LOWER : rules.ROLL].any())
