"""The words of Quatro."""

from parlour.engine.bits import ActionSet, codes_of
from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.wording import Sentences, Words, count, listed
from parlour.games.quatro import rules, steps
from parlour.games.quatro.board import BOARDS, COLOURS, NOBODY, point_name
from parlour.games.quatro.scoring import loss_value
from parlour.games.quatro.state import ORDERS, ROLLS, Action, Event, Outcome, Phase

HOW_MANY = ("no", "the", "two", "three", "four")
TIMES = ("", "once", "twice", "three times", "four times")  # how games count
GAMES = (
    "",
    "a single game",
    "a double game, which counts twice",
    "a treble game, which counts three times",
    "a QUATRO game, which counts four times",
)


def board_of(s: Record, seat: int) -> int:
    """The board a seat plays in this game, or NOBODY while boards are not yet given out."""
    for board in range(4):
        if s.player[board] == seat:
            return board
    return NOBODY


def seat(s: Record, o: Record, number: int) -> str:
    board = board_of(s, number)
    return f"Player {number + 1}" if board == NOBODY else COLOURS[board]


def out(s: Record, o: Record, number: int) -> bool:
    """Whether a player has refused a double, and the others play on."""
    board = board_of(s, number)
    return s.phase > Phase.CHOOSING and board != NOBODY and not s.present[board]


def who(s: Record, o: Record, number: int) -> str:
    """The mark for whoever sits at a seat."""
    return person(number, seat(s, o, number))


def player(s: Record, board: int) -> str:
    """The mark for whoever plays a board."""
    return person(s.player[board], COLOURS[board])


def place(o: Record, board: int, v: int) -> str:
    """A player's point v by its name on the board."""
    return point_name(o.spot[board, v], o.home)


def why_stuck(s: Record, o: Record) -> str:
    numbers = dict.fromkeys(s.dice)
    if s.bar[s.board] > 0:
        closed = [n for n in numbers if steps.is_blocked(s, o.points + 1 - n)]
        points = " and ".join(place(o, s.board, o.points + 1 - n) for n in closed)
        return f"{points} {'is' if len(closed) == 1 else 'are'} closed, and no sum of the dice comes in either"
    return "every way is closed or not yet open for " + " and ".join(str(n) for n in numbers)


def _first_point(s: Record, o: Record, board: int, v: int, _: int) -> str:
    return "the bar" if v == 0 else place(o, board, v)


def _second_point(s: Record, o: Record, board: int, _: int, v: int) -> str:
    return place(o, board, v)


def _what_to_do(s: Record, o: Record, *_: int) -> str:
    if s.need == 0:
        return f"no move, because {why_stuck(s, o)}"
    if s.transit > 0:
        return f"the man on {place(o, s.board, s.transit)} must go on, because he may only touch there"
    left = dice_left(s, o)
    numbers = [f"{HOW_MANY[left[die]]} {s.dice[die]}{'s' if left[die] > 1 else ''}" for die in range(2) if left[die]]
    if s.bar[s.board] > 0:
        men = "the man" if s.bar[s.board] == 1 else "the men"
        return f"first bring in {men} on the bar, with {listed(numbers)} to use"
    why = ", as a double counts four times" if max(left) == 4 else ""
    return f"move with {listed(numbers)}{why}"


def signed(points: int) -> str:
    """`+3`, or `−3` with a minus, for it is read beside words."""
    return f"{points:+d}".replace("-", "−")


def _how_it_ended(s: Record, o: Record, *_: int) -> str:
    """Who has all men off in the last game; a game may also end because nobody else plays on."""
    home = [player(s, board) for board in range(4) if s.player[board] != NOBODY and s.off[board] == o.men]
    return f"{home[0]} [has] borne off every man.{_losses(s, o)}" if home else "The end."


def _losses(s: Record, o: Record) -> str:
    """R21. What those who have not are caught at: it is what the points come from."""
    losses = [
        f"{player(s, board)} [loses] {GAMES[loss_value(s, o, board)]}"
        for board in range(4)
        if s.present[board] and s.off[board] < o.men and not _has_won_too(s, o, board)
    ]
    stake = f", at a stake of {s.cube}" if s.cube > 1 else ""
    return f" {'; '.join(losses)}{stake}." if losses else ""


def _has_won_too(s: Record, o: Record, board: int) -> bool:
    """R22. A partner of who has borne off every man."""
    return bool(o.teams and s.off[(board + 2) % 4] == o.men)


WORDS: dict[str, Words] = {
    "chooser": lambda s, o, *_: who(s, o, s.to_move),
    "mover": lambda s, o, *_: player(s, s.board),
    "answerer": lambda s, o, *_: player(s, s.asked),
    "double": lambda s, o, *_: f"{2 * s.cube}",
    "what to do": _what_to_do,
    "seat": lambda s, o, number: person(number, f"Player {number + 1}"),
    **dict.fromkeys(("first", "second", "third"), lambda s, o, number: person(number, f"player {number + 1}")),
    **dict.fromkeys(("board", "other"), lambda s, o, board: player(s, board)),
    "colour": lambda s, o, seat, board, _: COLOURS[board],
    "home": lambda s, o, seat, board, _: BOARDS[board],
    "point": _first_point,
    "start": _first_point,
    "end": _second_point,
    "owner": lambda s, o, board, _, v: player(s, s.owner[o.spot[board, v]]),
    "reason": lambda s, o, *_: why_stuck(s, o),
    "times the stake": GAMES,
    "how it ended": _how_it_ended,
    "limit": lambda s, o, *_: f"{o.turn_cap}",
    "how much": lambda s, o, board, other, points: count(points, "point"),
    "tallies": lambda s, o, *_: (
        "Points: " + ", ".join(f"{who(s, o, i)} {signed(s.tally[i])}" for i in range(o.players))
    ),
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


def legal_steps(s: Record, o: Record) -> list[int]:
    actions = ActionSet()
    rules.legal_steps(s, o, actions)
    return codes_of(actions)


def step_ends(s: Record, o: Record, code: int) -> tuple[int, int, int]:
    """Of a step: where it starts (0 for the bar), where it ends (0 or less for off), and the number used."""
    return steps.step_from(code), steps.step_to(s, o, code), s.dice[steps.step_die(code)]


def whom_hit(s: Record, o: Record, to: int) -> int:
    """The board of the single man whom a man of the mover meets on his point v, or NOBODY."""
    if to < 1:
        return NOBODY
    k = o.spot[s.board, to]
    return int(s.owner[k]) if s.men[k] == 1 and s.owner[k] != s.board else NOBODY


def label(s: Record, o: Record, action: int) -> str:
    if action < Action.ROLL:
        v, to, number = step_ends(s, o, action)
        start = "bar" if v == 0 else place(o, s.board, v)
        end = "off" if to < 1 else f"to {place(o, s.board, to)}"
        hit = ", a hit" if whom_hit(s, o, to) != NOBODY else ""
        touch = ", and on" if to > 0 and steps.is_blocked(s, to) else ""
        return f"{start} {end} with the {number}{hit}{touch}"
    if action >= Action.TAKE_BOARD:
        board = action - Action.TAKE_BOARD
        return f"{COLOURS[board]}, board {BOARDS[board]}"
    return ("roll the dice", f"double to {2 * s.cube}", "accept", "decline", "no move")[action - Action.ROLL]


def sentence(s: Record, o: Record, action: int) -> str:
    if action < Action.ROLL:
        return _step_sentence(s, o, action)
    if action >= Action.TAKE_BOARD:
        board = action - Action.TAKE_BOARD
        return f"Play {COLOURS[board]}, home board {BOARDS[board]}."
    return (
        "Roll the dice.",
        f"Double the stake to {2 * s.cube}.",
        f"Accept: the game goes on for {2 * s.cube}.",
        "Decline: leave the game and pay.",
        f"No number can be used: {why_stuck(s, o) if s.phase == Phase.MOVING else ''}.",
    )[action - Action.ROLL]


def _step_sentence(s: Record, o: Record, action: int) -> str:
    v, to, number = step_ends(s, o, action)
    who = "the man in passage" if v == s.transit > 0 else "a man"
    start = "from the bar" if v == 0 else f"from {place(o, s.board, v)}"
    if to < 1:
        return f"With the {number}, bear off {who} {start}."
    k = o.spot[s.board, to]
    if steps.is_blocked(s, to):
        return f"With the {number}, {who} {start} touches {point_name(k, o.home)} and must go on."
    struck = whom_hit(s, o, to)
    hit = f", hitting {player(s, struck)}" if struck != NOBODY else ""
    return f"With the {number}, {who} {start} goes to {point_name(k, o.home)}{hit}."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.OPENING:
        return f"{player(s, s.board)} [rolls] {ROLLS[code][0]}–{ROLLS[code][1]}."
    if code < Outcome.STARTER:
        board, roll = opening(s, code - Outcome.OPENING)
        return f"{player(s, board)} [starts] with {roll[0]}–{roll[1]}."
    if code < Outcome.ORDER:
        return f"{player(s, code - Outcome.STARTER)} [starts]."
    order = [who(s, o, int(number) - 1) for number in ORDERS[code - Outcome.ORDER]]
    return f"The order is {listed(order)}."


def opening(s: Record, outcome: int) -> tuple[int, str]:
    """Who starts, and with which roll."""
    boards = [board for board in range(4) if s.player[board] != NOBODY]
    return boards[outcome // 15], ROLLS[rules.OPENINGS[outcome % 15]]


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)


def dice_left(s: Record, o: Record) -> tuple[int, int]:
    """How often the higher and the lower die can still be used in this play (R9)."""
    to_use = s.need - s.steps
    if to_use >= s.left[0] + s.left[1]:
        return s.left[0], s.left[1]
    if to_use == 0 or s.dice[0] == s.dice[1]:
        return to_use, 0
    legal = legal_steps(s, o)
    return int(any(code < Action.LOWER for code in legal)), int(any(code >= Action.LOWER for code in legal))


# What its end says in any case
CLOSING = frozenset((Event.OUT, Event.WINS, Event.LOSES, Event.PAYS, Event.MATCH_OVER))

# What comes with every turn, and what changes things for somebody
MINOR = frozenset((Event.SITS, Event.CHOOSES_AFTER, Event.STARTS, Event.ROLLS))
MAJOR = frozenset(
    (
        Event.HITS,
        Event.DOUBLES,
        Event.ACCEPTS,
        Event.DECLINES,
        Event.CUBE_AT,
        Event.OUT,
        Event.WINS,
        Event.LOSES,
        Event.PAYS,
        Event.VOID,
        Event.NEW_GAME,
        Event.MATCH_OVER,
    )
)
