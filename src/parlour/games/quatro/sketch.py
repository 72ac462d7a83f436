"""Quatro in text, for the terminal: the ring unrolled, and how every player stands."""

from collections.abc import Iterator

from parlour.engine.contract import Record
from parlour.engine.people import say
from parlour.games.quatro import text
from parlour.games.quatro.board import BOARDS, COLOURS, NOBODY, point_name
from parlour.games.quatro.options import Match
from parlour.games.quatro.scoring import loss_value
from parlour.games.quatro.state import Phase

LETTERS = "RUYK"  # red, blue, yellow, black
WORST = {1: "single", 2: "double", 3: "treble", 4: "quatro"}
COUNTED = (Phase.DOUBLING, Phase.ROLLING, Phase.MOVING)  # phases in which points are shown as the mover counts them


def sketch(s: Record, o: Record) -> str:
    """B and A above, C and D below, the bar between left and right."""
    half = 4 * o.home + 1
    lines = [
        _titles("BA", half),
        f"┌{'─' * half}╥{'─' * half}┐",
        *_boards(s, o, "BA"),
        _waiting(s, "AB", half),
        f"╞{_middle(s, o):═^{2 * half + 1}}╡",
        _waiting(s, "DC", half),
        *reversed(_boards(s, o, "CD")),
        f"└{'─' * half}╨{'─' * half}┘",
        _titles("CD", half),
        *_players(s, o),
    ]
    if s.phase in COUNTED:
        lines.append(f"  the inner numbers are the points as {text.player(s, s.board)} counts them")
    if s.transit:
        lines.append(f"  ~ here {text.player(s, s.board)}'s man may only touch, and must go on")
    if o.match != Match.SINGLE:
        lines.append(f"  {match_line(s, o)}")
    return "\n".join(lines)


def _titles(names: str, half: int) -> str:
    left, right = (f"{name} {COLOURS[BOARDS.index(name)].lower()}" for name in names)
    return f" {left:^{half}} {right:^{half}}".rstrip()


def _boards(s: Record, o: Record, names: str) -> list[str]:
    """Two boards side by side, from the outside in: names of the points, men, and the points as the mover counts."""
    left, right = (BOARDS.index(name) for name in names)
    up = range(1, o.home + 1)
    halves = [[o.spot[left, v] for v in reversed(up)], [o.spot[right, v] for v in up]]
    rows = [
        [[point_name(k, o.home) for k in half] for half in halves],
        [[_men(s, o, k) for k in half] for half in halves],
    ]
    if s.phase in COUNTED:
        rows.append([[str(o.number[s.board, k]) for k in half] for half in halves])
    return [f"│ {'║ '.join(''.join(f'{cell:<4}' for cell in half) for half in row)}│" for row in rows]


def _men(s: Record, o: Record, k: int) -> str:
    men = f"{LETTERS[s.owner[k]]}{s.men[k]}" if s.men[k] else "·"
    return men + ("~" if s.transit and o.spot[s.board, s.transit] == k else "")


def _waiting(s: Record, names: str, half: int) -> str:
    """Men on the bar, each player's on the side where he enters."""
    left, right = (BOARDS.index(name) for name in names)
    left_words = f"on the bar {LETTERS[left]}{s.bar[left]}" if s.bar[left] else ""
    right_words = f"{LETTERS[right]}{s.bar[right]} on the bar" if s.bar[right] else ""
    return f"│{left_words:>{half - 1}} ║ {right_words:<{half - 1}}│"


def _middle(s: Record, o: Record) -> str:
    """The dice, those used or of no use in brackets, and the cube."""
    words = []
    if s.phase == Phase.MOVING:
        left, dice = text.dice_left(s, o), s.dice
        uses = (4, 0) if dice[0] == dice[1] else (1, 1)
        faces = [str(dice[die]) for die in range(2) for _ in range(left[die])]
        faces += [f"({dice[die]})" for die in range(2) for _ in range(uses[die] - left[die])]
        words.append(f"{COLOURS[s.board]} rolled {' '.join(faces)}")
    if o.cube and s.phase >= Phase.STARTING:
        if s.phase == Phase.ANSWERING:
            words.append(f"{COLOURS[s.board]} offers the cube at {2 * s.cube}")
        elif s.last == NOBODY:
            words.append("cube 64 in the middle")
        else:
            words.append(f"cube {s.cube}, {COLOURS[s.last]} doubled last")
    return f" {', '.join(words)} " if words else ""


def _players(s: Record, o: Record) -> Iterator[str]:
    """A table of them, the one who is asked marked."""
    tallied = o.match != Match.SINGLE or s.phase == Phase.FINISHED
    yield f"{'home':>18}  {'goes':<16}to go bar  off  at worst" + ("  tally" if tallied else "")
    for seat in range(o.players):
        board = text.board_of(s, seat)
        sign = ">" if s.to_move == seat or (s.turn == seat and s.phase == Phase.ROLLING) else " "
        if board == NOBODY:
            row = f"{sign}   {text.seat(s, o, seat):<10}-"
        else:
            way = "clockwise" if board % 2 else "anticlockwise"
            name = text.player(s, board) + " " * (10 - len(COLOURS[board]))
            row = f"{sign} {LETTERS[board]} {name}{BOARDS[board]:<6}{way:<15}"
            if s.present[board]:
                worst = WORST[worst_of(s, o, board)] if s.off[board] < o.men else "-"
                row += f"{pips_of(s, o, board):>5}{s.bar[board]:>5}{s.off[board]:>5}  {worst}"
            elif s.phase > Phase.CHOOSING:
                row += " " * 17 + "withdrawn"
        yield row + " " * (63 - len(say(row))) + f"{s.tally[seat]:>4}" if tallied else row.rstrip()


def men_of(s: Record, o: Record, board: int) -> list[int]:
    """Where a player's men stand as he counts, from the bar down; 0 for those that are off."""
    if not s.present[board]:
        return []
    men = [o.points + 1] * s.bar[board] + [0] * s.off[board]
    for k in range(o.points):
        if s.men[k] and s.owner[k] == board:
            men += [o.number[board, k]] * s.men[k]
    if s.transit and s.board == board:
        men.append(s.transit)
    return sorted(men, reverse=True)


def pips_of(s: Record, o: Record, board: int) -> int:
    return sum(men_of(s, o, board))


def worst_of(s: Record, o: Record, board: int) -> int:
    """What he would lose now, a man in passage counting where he is."""
    value = loss_value(s, o, board)
    if s.transit and s.board == board and not s.off[board]:
        value = max(value, 4 if s.transit >= o.fourth_from else 3 if s.transit >= o.third_from else 2)
    return value


def match_line(s: Record, o: Record) -> str:
    if s.phase == Phase.FINISHED:
        return "the match is over"
    target = f" of {o.match_target}" if o.match == Match.SERIES else f", to {o.match_target} points"
    return f"game {s.game + 1}{target}"
