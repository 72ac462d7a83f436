"""Actions, outcomes and calls as people write them: `(6/3)*(4-1)=6`, `=7@I1`, `pass`, `6431`, `#8`, `~97`, `>12`."""

import re
from collections.abc import Mapping

from parlour.engine.contract import CHANCE, Record
from parlour.engine.moves import IllegalAction
from parlour.games.numeric import placing
from parlour.games.numeric.board import CELL, NUMBERS, SEATS, label
from parlour.games.numeric.expressions import StatementError, cost, read_statement
from parlour.games.numeric.options import Negatives, Variant
from parlour.games.numeric.reach import THROWS, Fractions
from parlour.games.numeric.state import NOBODY, Action, Call, Outcome, Phase
from parlour.games.numeric.text import cells, dice, expression, formed, rack

WORDS = (Action.TAKE, Action.END, Action.FORFEIT, Action.PASS)  # written as they are called
PASSES = ("-", "−", "pass", "keep")
ARITHMETIC = r"[0-9+\-−–*×xX·/÷:()\[\]{}=]"
OPENS = r"[+\-−–*×xX·/÷:(\[{=@]$"  # what cannot be the end of a statement, and what cannot be the start of one
CLOSES = r"^[+*×xX·/÷:)\]}=@\-−–]"


def write(s: Record, o: Record, action: int) -> str:
    if action in WORDS:
        return Action.word(action)
    if action < Action.PLACE:
        n, signs = formed(action)
        return f"{expression(s, o, n, signs)}={n}"
    if action < Action.TAKE:
        return f"@{label(action - Action.PLACE)}"
    if action < Action.SWAP:
        return f"join:{SEATS[action - Action.JOIN]}"
    return f"~{rack(s, s.turn)[action - Action.SWAP]}"


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.THROW:
        return f"first:{SEATS[code]}"
    if code < Outcome.CARD:
        return "".join(map(str, THROWS[code - Outcome.THROW][::-1]))
    if code < Outcome.DRAW:
        return f"#{1 + code - Outcome.CARD}"
    return f">{1 + code - Outcome.DRAW}"


def call(s: Record, o: Record, code: int) -> str:
    return Call.word(code) if code < Call.CLAIM else f"claim:{SEATS[code - Call.CLAIM]}"


def read(s: Record, o: Record, text: str, known: Mapping[str, int]) -> list[int]:
    """The actions a word means. Raises IllegalAction with the reason where it is a statement that does not count."""
    if s.to_move == CHANCE:
        return _read_outcome(text, known)
    if text.lower() in PASSES and "pass" in known:
        return [Action.PASS]
    if text.lower() in known:
        return [known[text.lower()]]
    if s.phase == Phase.SWAPPING and f"~{text}" in known:
        return [known[f"~{text}"]]
    if s.phase == Phase.PLACING:
        return _read_cell(text, known)
    if s.phase == Phase.FORMING:
        try:
            return _read_statement(s, o, text, known)
        except StatementError as error:
            raise IllegalAction(f"{text!r} does not count: {error}") from error
    return []


def _read_outcome(text: str, known: Mapping[str, int]) -> list[int]:
    thrown = "".join(sorted(text, reverse=True))  # dice may be read in any order
    return [known[thrown]] if thrown in known else []


def _read_cell(text: str, known: Mapping[str, int]) -> list[int]:
    cell = f"@{text.upper().removeprefix('@')}"
    return [known[cell]] if cell in known else []


def _read_statement(s: Record, o: Record, text: str, known: Mapping[str, int]) -> list[int]:
    """R5. A stated calculation, or `=72` for the simplest one, with a cell if need be."""
    if asked := re.fullmatch(r"=\s*([0-9]{1,3})(?:@([A-Za-z][0-9]{1,2}))?", text):
        n, cell = int(asked[1]), asked[2]
        wanted = [
            action for action in known.values() if Action.FORM <= action < Action.PLACE and formed(action)[0] == n
        ]
        if n in NUMBERS and not wanted:
            _refuse(s, o, n)
            raise StatementError("E_DICE", f"{n} cannot be made from {' '.join(map(str, dice(s)))}")
        action = min(wanted, key=lambda action: cost(expression(s, o, *formed(action))), default=-1)
        if action < 0:
            raise StatementError("E_RANGE", f"{n} is not on the board: expected a number from 1 to 100")
    else:
        stated = read_statement(text, dice(s), o.fractions == Fractions.RATIONAL, o.negatives == Negatives.ALLOW)
        n, cell = stated.number, stated.cell
        _refuse(s, o, n)
        action = Action.FORM + 4 * (n - 1) + stated.signs
    return [action] if cell is None else [action, *_cell_after(s, o, n, cell.upper())]


def _refuse(s: Record, o: Record, n: int) -> None:
    """R7. Say why a number that can be made may not be formed now."""
    if placing.is_covered(s, n, NOBODY):
        raise StatementError("E_COVERED", f"{n} is already {'placed' if o.variant == Variant.COUNTERS else 'covered'}")
    if o.variant == Variant.COUNTERS:
        if not placing.hand(s, o, placing.word(n)) & placing.bit(n):
            whose = "any rack" if s.circuit else "your rack"
            raise StatementError("E_COUNTER", f"the counter {n} is not on {whose}")
        if not placing.fitting(s, o, placing.bit(n), placing.word(n)):
            raise StatementError("E_CELL", f"{n} is related to no counter that has room beside it")
    elif o.contiguous and s.covered > 0 and not placing.touching(s, placing.bit(n), placing.word(n)):
        raise StatementError("E_CELL", f"{n} does not touch a covered cell")


def _cell_after(s: Record, o: Record, n: int, name: str) -> list[int]:
    """The action that places a number on a cell, once it is formed; none where it goes there by itself."""
    if o.variant != Variant.COUNTERS:
        raise StatementError("E_PARSE", f"@{name} names a cell: cells are named only in the counters game")
    if name not in CELL:
        raise StatementError("E_CELL", f"there is no cell {name}: expected a label such as V1 or I12")
    allowed = [cell for _, cell in cells(s, o, n)]
    if CELL[name] not in allowed:
        raise StatementError("E_CELL", f"{n} cannot go to {name}: expected {', '.join(map(label, sorted(allowed)))}")
    return [Action.PLACE + CELL[name]] if len(allowed) > 1 else []


def join(tokens: list[str]) -> str:
    """The words of one turn; a cell is written with the number that goes there."""
    words: list[str] = []
    for token in tokens:
        if token.startswith("@") and words and "=" in words[-1] and "@" not in words[-1]:
            words[-1] += token
        else:
            words.append(token)
    return " ".join(words)


def split(text: str) -> list[str]:
    """The words of a turn; spaces inside a statement do not part it."""
    words: list[str] = []
    for word in text.split():
        if words and _belong_together(words[-1], word):
            words[-1] += word
        else:
            words.append(word)
    if len(words) in (3, 4) and all(re.fullmatch("[1-6]", word) for word in words):
        return ["".join(words)]  # dice read out one by one
    return words


def _belong_together(left: str, right: str) -> bool:
    """Whether two words are parts of one statement; a throw, a pass or a number already said is complete."""
    if re.fullmatch("[1-6]{3,4}", left) or left in PASSES or (re.search("=[0-9]+$", left) and right[0] != "@"):
        return False
    if left.endswith("@"):
        return re.fullmatch("[A-Za-z][0-9]*", right) is not None
    if not re.fullmatch(f"{ARITHMETIC}*", left) or not re.fullmatch(f"{ARITHMETIC}*(@.*)?", right):
        return False
    return re.search(OPENS, left) is not None or re.search(CLOSES, right) is not None
