"""Positions in the notation of the page, `20: B1 | A1+A2; 3: Bg`, set up as plays and read off them again."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.options import sample_options
from parlour.engine.play import Play
from parlour.engine.records import new_record, view_record
from parlour.engine.targets import PYTHON
from parlour.games.vendetta import GAME as GAME
from parlour.games.vendetta.position import list_groups
from parlour.games.vendetta.state import AT_HOME, BOTH, LOST, WON, Phase

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "vendetta.md").read_text(encoding="utf-8")
LETTERS = {2: "AC", 3: "ABC", 4: "ABCD"}
GATES = {"A": 0, "B": 12, "C": 24, "D": 36}
RULES = GAME.bind_rules(lambda *_: None)
SOLDIERS = "12345678"


def new(preset: str | None = None, /, **options: Any) -> Play:
    return Play(GAME, GAME.settle(preset, **options))


def words_of(
    board: str, letters: str, soldiers: int = 8, lost: str = "", out: str = "", progress: dict[str, int] | None = None
) -> dict[str, str]:
    """The words of a position that say where everybody is; pieces not named are in home."""
    places = {letter: ["H"] * (soldiers + 1) for letter in letters}
    order = []
    for name in lost.split():
        places[name[0]][slot_of(name)] = "x"
    for letter in out.split():
        places[letter] = ["x"] * (soldiers + 1)
    for part in filter(None, map(str.strip, board.split(";"))):
        space, groups = part.split(": ")
        families = groups.split(" | ")
        for name in (name for family in families for name in family.split("+")):
            r = (int(space) - GATES[name[0]]) % 48
            places[name[0]][slot_of(name)] = str((progress or {}).get(name, r))
        if len(families) > 1:
            order.append(f"{space}:{''.join(family[0] for family in families)}")
    words = {letter: ",".join(own) for letter, own in places.items()}
    if order:
        words["order"] = ",".join(order)
    if out:
        words["out"] = ",".join(str(out.split().index(letter) + 1) if letter in out else "0" for letter in letters)
    return words


def at(
    board: str = "",
    turn: str = "A",
    *,
    lost: str = "",
    out: str = "",
    progress: dict[str, int] | None = None,
    dice: str = "",
    spins: int = 0,
    turns: int = 7,
    **options: Any,
) -> Play:
    """A play at a position: before the throw; or with that throw made; or after moves that made spins due."""
    play = new(**options)
    words = {"phase": "throwing", "turns": str(turns), "turn": turn}
    words |= words_of(board, LETTERS[play.seats], play.values["soldiers"], lost, out, progress)
    play.place(" ".join(f"{name}={value}" for name, value in words.items()))
    if dice:
        play.push(dice)
    if spins:
        make_due(play, spins)
    return play


def make_due(play: Play, spins: int) -> None:
    """Spins are due, whoever it was that came to a Hit: a position would have to show him."""
    s, asked = play.s, play.values["spin"] == "optional"
    s.dice[0], s.dice[1], s.used, s.moved, s.hits = 1, 2, BOTH, 1, spins
    s.phase, s.to_move = (Phase.ASKING, s.turn) if asked else (Phase.SPINNING, CHANCE)


def slot_of(name: str) -> int:
    """`Bg` is in slot 0, `B3` in slot 3."""
    return 0 if name[1] == "g" else int(name[1])


def name_of(seat: int, slot: int, players: int) -> str:
    return LETTERS[players][seat] + ("g" if slot == 0 else str(slot))


def pieces(play: Play) -> list[tuple[str, int]]:
    """The name and the progress of every piece of the players still in."""
    seats = [seat for seat in range(play.seats) if not play.s.out[seat]]
    slots = range(play.values["soldiers"] + 1)
    return [(name_of(seat, slot, play.seats), play.s.pos[seat, slot]) for seat in seats for slot in slots]


def track(play: Play) -> str:
    """What stands on the track, by space."""
    on_spaces: dict[int, dict[str, list[str]]] = {}
    for name, r in pieces(play):
        if 0 <= r < WON:
            space = (GATES[name[0]] + r) % 48
            on_spaces.setdefault(space, {}).setdefault(name[0], []).append(name)
    parts = []
    for space in sorted(on_spaces):
        order = [LETTERS[play.seats][seat] for seat, _ in list_groups(play.s, space)][::-1]
        assert sorted(order) == sorted(on_spaces[space])
        parts.append(f"{space}: {' | '.join('+'.join(on_spaces[space][letter]) for letter in order)}")
    return "; ".join(parts)


def lost(play: Play) -> str:
    """The soldiers that lie beside the board, of players still in."""
    return " ".join(name for name, r in pieces(play) if r == LOST)


def in_home(play: Play, letter: str) -> str:
    """The numbers of a family in home, and g."""
    return "".join(name[1] for name, r in pieces(play) if r == AT_HOME and name[0] == letter)


def r_of(play: Play, name: str) -> int:
    """The progress of a piece."""
    return int(play.s.pos[LETTERS[play.seats].index(name[0]), slot_of(name)])


def out(play: Play) -> str:
    """The letters of the players who are out."""
    return "".join(letter for seat, letter in enumerate(LETTERS[play.seats]) if play.s.out[seat])


def phase(play: Play) -> str:
    return Phase.word(play.s.phase)


def turn(play: Play) -> str:
    """The letter of the player whose turn it is."""
    return LETTERS[play.seats][play.s.turn]


def winner(play: Play) -> str:
    return "" if play.s.winner < 0 else LETTERS[play.seats][play.s.winner]


def moves(play: Play) -> set[str]:
    """What may be played, as people write it."""
    return {action.notation for action in play.legal}


def said(play: Play) -> list[str]:
    """The sentences about the last action or outcome."""
    return [event.sentence for event in play.events if event.ply == play.ply]


def everything(play: Play) -> tuple[Any, ...]:
    """All of a play that a refusal must leave alone."""
    return play.states.tobytes(), tuple(play.codes), tuple(play.written), tuple(play.events), play.placed


def step(s: Any, o: Any, rng: random.Random) -> int:
    """One random action or outcome, which is returned."""
    _, weights, _ = GAME.buffers()
    if s.to_move == CHANCE:
        total = RULES.chance(s, o, weights)
        assert total == weights.sum() > 0
        code = int(np.searchsorted(np.cumsum(weights), rng.randrange(total), side="right"))
    else:
        actions = GAME.new_actions(PYTHON)
        RULES.legal(s, o, actions)
        code = rng.choice(codes_of(actions))
    RULES.apply(s, o, code)
    return code


def random_states(seed: int, plies: int, **fixed: Any) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
    """The states of one random play under random options, in place: look at each before asking for the next."""
    rng = random.Random(seed)
    values = sample_options(GAME.options, rng, {"turn_limit": 300, **fixed}, GAME.check)
    o, s = view_record(GAME.encode(values)), view_record(new_record(GAME.state_type))
    RULES.setup(s, o)
    for _ in range(plies):
        yield s, o, values
        if s.to_move == OVER:
            return
        step(s, o, rng)


def page_block(start: str) -> str:
    """The block of the page that starts so."""
    return next(block for block in PAGE.split("```")[1::2] if block.strip().startswith(start)).strip()


def page_rows(heading: str) -> dict[str, list[str]]:
    """The first table of a section of the page: the other columns by the name in the first."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = section[section.index("|") :].split("\n\n")[0].splitlines()[2:]
    rows = [[column.strip() for column in line.strip("|").split("|")] for line in table]
    return {row[0].strip("`"): row[1:] for row in rows}
