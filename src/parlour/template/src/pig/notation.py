"""Pig in text: actions, outcomes, turns and positions."""

from collections.abc import Mapping

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, write_words

from pig import rules

ACTIONS = ("roll", "hold")
PHASES = ("deciding", "rolling", "finished")


def write(s: Record, o: Record, action: int) -> str:
    return ACTIONS[action]


def done(s: Record, o: Record, action: int) -> str:
    """An action as a record writes it: here no different, as there is nothing to mark."""
    return write(s, o, action)


def outcome(s: Record, o: Record, code: int) -> str:
    """`4`, or with two dice `2,5`."""
    if code < rules.TWO_DICE:
        return str(code - rules.ONE_DIE + 1)
    low, high = divmod(code - rules.TWO_DICE, 6)
    return f"{low + 1},{high + 1}"


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    """The codes of a word that is not written as we write it: `Hold`, `5,2`."""
    plain = ",".join(sorted(token.split(","))) if s.to_move == CHANCE else token.lower()
    return [known[plain]] if plain in known else []


def join(tokens: list[str]) -> str:
    """The words of one turn."""
    return " ".join(tokens)


def split(text: str) -> list[str]:
    return text.split()


def write_position(s: Record, o: Record) -> str:
    """`turns=5 banked=31,20 gathered=9 rolled=4`, and the phase unless somebody is deciding."""
    return write_words(
        phase={CHANCE: "rolling", OVER: "finished"}.get(s.to_move),
        turns=s.turns,
        banked=",".join(str(s.banked[seat]) for seat in range(o.players)),
        gathered=s.gathered or "",
        rolled=",".join(str(s.rolled[die]) for die in range(o.dice)) if s.rolled[0] else "",
    )


def read_position(text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    phase = PHASES[words.take_choice("phase", PHASES, "deciding")]
    s.turns = words.take_whole("turns", 1, o.rounds * o.players, 1)
    seat = (s.turns - 1) % o.players
    s.turn = rules.NOBODY if phase == "finished" else seat
    s.to_move = {"deciding": seat, "rolling": CHANCE, "finished": OVER}[phase]
    highest = o.target - 1 + (6 * o.dice if phase == "finished" else 0)
    for number, points in enumerate(words.take_wholes("banked", o.players, 0, highest, 0)):
        s.banked[number] = points
    s.gathered = words.take_whole("gathered", 0, _most_gathered(s, o), 0)
    for die, face in enumerate(sorted(words.take_wholes("rolled", o.dice, 0, 6, 0))):
        s.rolled[die] = face
    words.finish()
    _check_roll(s, o)
    if phase == "finished":
        _check_end(s, o, seat)


def _most_gathered(s: Record, o: Record) -> int:
    return 0 if s.turn == rules.NOBODY else int(o.target - 1 - s.banked[s.turn])


def _check_roll(s: Record, o: Record) -> None:
    if s.rolled[o.dice - 1] and not s.rolled[0]:
        raise PositionError("'rolled' has a 0 beside another number: expected 1 to 6 for each die")
    if s.gathered and s.rolled[0] < 2:
        raise PositionError("'gathered' is there, but the last roll gave nothing: expected 'rolled' without a 1")
    if 0 < s.gathered < s.rolled[0] + s.rolled[1]:
        raise PositionError(f"'gathered' is {s.gathered}: expected at least the sum of 'rolled'")


def _check_end(s: Record, o: Record, seat: int) -> None:
    reached = [number for number in range(o.players) if s.banked[number] >= o.target]
    if reached and reached != [seat]:
        raise PositionError(f"in turn {s.turns} only seat {seat + 1} can have reached {o.target}")
    if not reached and s.turns < o.rounds * o.players:
        raise PositionError(f"'phase' cannot be 'finished': nobody has {o.target} and rounds are left")
