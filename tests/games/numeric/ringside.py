"""Plays of `counters` set up in the middle of a throw, and what is seen there."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import parlour
from parlour.engine.play import Play
from parlour.games.numeric import GAME
from parlour.games.numeric.board import SEATS, label, numbers_of
from parlour.games.numeric.options import Variant
from parlour.games.numeric.reach import THROWS, class_table
from parlour.games.numeric.state import Action, Event, Phase
from tests.games.numeric.tabletop import VARIANTS

FAR = ("V4:20", "V3:40", "V5:60", "I7:80", "I6:100", "I8:28")  # counters away from V1

# The nine moves of Figure 5, as cells and counters
FIGURE_5 = "C0:4 V1:5 I12:3 B18:6 I1:7 B2:8 I2:9 V2:10 G2:64"
PAGE = (Path(__file__).parents[3] / "docs" / "games" / "numeric.md").read_text(encoding="utf-8")
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def new(**options: Any) -> Play:
    """A new play of `counters` that A begins, its racks not yet filled."""
    return parlour.new("numeric", **{"variant": "counters", "first_side": "A", **options})


def dealt(*racks: str, **options: Any) -> Play:
    """A new play of `counters`, the racks filled with these counters, A about to throw."""
    play = new(**{"players": len(racks), **options})
    play.push(" ".join(f">{n}" for rack in racks for n in rack.split()))
    return play


def laid(
    cells: str,
    *racks: str,
    throw: str = "6431",
    thrower: str = "A",
    turn: str = "",
    owners: str = "",
    placed: str = "",
    more: str = "",
    **options: Any,
) -> Play:
    """A play of `counters` in which a side is to form a number.

    `cells` are counters on the board, as `C0:4 V1:5`, placed in an earlier throw by the last side, or by those whose
    letters `owners` has one after another. `racks` are A's, B's and so on. `turn` is the thrower's if not said.
    `placed` has a letter for each counter that a side has placed from its own rack with this throw, all far away.
    """
    play = new(**{"players": len(racks), **options})
    turn = turn or thrower
    owners = (owners or SEATS[len(racks) - 1] * len(cells.split())) + placed
    cells = " ".join([*cells.split(), *FAR[: len(placed)]])
    owner = dict(zip(cells.split(), owners, strict=True))
    words = [
        f"phase=forming throws=2 thrower={thrower} turn={turn} throw={throw}",
        f"asked={(SEATS.index(turn) - SEATS.index(thrower)) % len(racks)}",
    ]
    for seat, rack in zip(SEATS, racks, strict=False):
        own = [word.split(":")[1] for word in cells.split() if owner[word] == seat]
        words += [f"{seat}={','.join(own)}"] if own else []
        words += [f"rack{seat}={','.join(rack.split())}"] if rack else []
    words += [f"cells={','.join(cells.split())}"] if cells else []
    if placed:
        counts = ",".join(str(placed.count(seat)) for seat in SEATS[: len(racks)])
        words.append(f"made={len(placed)} placed={counts}")
    if "money=" not in more:
        words.append("money=" + ",".join([str(play.values["starting_money"])] * len(racks)))
    play.place(" ".join([*words, more]))
    return play


def pass_throw(play: Play) -> None:
    """Everybody passes until the throw is over."""
    while play.s.phase == Phase.FORMING:
        play.push("pass")


def put(play: Play, n: int) -> None:
    """State a number and lay its counter on the first cell there is."""
    play.push(f"={n}")
    if play.s.phase == Phase.PLACING:
        play.push(play.legal_codes()[0])


def rack(play: Play, seat: str) -> list[int]:
    i = SEATS.index(seat)
    return numbers_of(play.s.racks[i, 0], play.s.racks[i, 1])


def bag(play: Play) -> list[int]:
    return numbers_of(*play.s.bag)


def money(play: Play) -> list[int]:
    return [int(amount) for amount in play.s.money[: play.seats]]


def on_board(play: Play) -> dict[str, int]:
    return {label(cell): int(n) for cell, n in enumerate(play.s.cells) if n}


def whose(play: Play) -> str:
    """The side that is asked."""
    return SEATS[play.to_move]


def moves(play: Play) -> set[str]:
    return {action.notation for action in play.legal}


def numbers(play: Play) -> set[int]:
    """The numbers that may be stated."""
    return {1 + (code - Action.FORM) // 4 for code in play.legal_codes() if Action.FORM <= code < Action.PLACE}


def cells_for(play: Play, n: int) -> set[str]:
    """Where a counter may go, found out by stating its number and taking it back."""
    before = on_board(play)
    play.push(f"={n}")
    if play.s.phase == Phase.PLACING:
        found = {action.notation.removeprefix("@") for action in play.legal}
    else:
        found = set(on_board(play)) - set(before)
    play.undo()
    return found


def earned(play: Play, n: int, cell: str) -> tuple[int, bool]:
    """What a counter earns on a cell and whether a card is due, found out by placing it and taking it back."""
    before = play.ply
    play.push(f"={n}@{cell}")
    (paid,) = (event.numbers[1] for event in play.events if event.kind == Event.EARNS and event.ply == play.ply)
    due = play.s.phase in (Phase.TURNING_CARD, Phase.CHOOSING, Phase.BANKRUPT)
    play.undo(play.ply - before)
    return paid, due


def happened(play: Play, *kinds: int) -> list[tuple[int, int, int]]:
    """What the events of some kinds say, so far."""
    return [event.numbers for event in play.events if event.kind in kinds]


def said(play: Play) -> list[str]:
    """The sentences about the last action."""
    return [event.sentence for event in play.events if event.ply == play.ply]


def everything(play: Play) -> tuple[Any, ...]:
    """All of a play that a refusal must leave alone."""
    return play.states.tobytes(), tuple(play.codes), tuple(play.written), tuple(play.events), play.placed


def page_block(start: str) -> str:
    """The block of the page that starts so."""
    blocks = (block.removeprefix("board") for block in PAGE.split("```")[1::2])
    return next(block for block in blocks if block.strip().startswith(start)).strip()


def check_position(play: Play) -> None:
    """The position as text gives back the very same state, and the very same text."""
    again = Play(GAME, play.values)
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes(), play.position
    assert again.position == play.position


def check_shown(play: Play) -> None:
    for seat in (None, max(play.to_move, 0)):
        view = play.view(seat)
        assert view.asked
        assert len(view.scene.ids()) == len(set(view.scene.ids()))
    assert str(play)


def check_conserved(play: Play) -> None:
    """Nobody owes money, and every counter is in one place; tests of money see that none is lost."""
    o = play.o
    assert min(money(play)) >= 0
    if o.variant == Variant.COUNTERS:
        places: list[Iterable[int]] = [bag(play), on_board(play).values()]
        places += [rack(play, seat) for seat in SEATS[: play.seats]]
        found = sorted(n for place in places for n in place)
        assert found == numbers_of(*o.in_play)


def play_on(play: Play, rng: random.Random, calls: float = 0.05) -> None:
    """One random step; sometimes a referee calls something."""
    if play.calls and rng.random() < calls:
        play.call(rng.choice(sorted(play.calls)))
    elif play.at_chance:
        play.roll(rng)
    else:
        legal = play.legal_codes()
        better = [code for code in legal if code not in (Action.PASS, Action.END)]
        play.push(rng.choice(better if better and rng.random() < 0.8 else legal))


def random_play(seed: int | str, variant: str = "", fixed: dict[str, Any] | None = None) -> tuple[Play, random.Random]:
    """A play of some variant under random options."""
    rng = random.Random(seed)
    variant = variant or rng.choice(VARIANTS)
    return Play(GAME, GAME.sample(rng, {"variant": variant, **(fixed or {})})), rng


def throw_making(*numbers: int, dice: int = 4) -> str:
    """Dice that make all of some numbers, the highest first."""
    for throw in THROWS:
        if len(throw) == dice and set(numbers) <= set(class_table(throw)):
            return "".join(map(str, throw[::-1]))
    raise ValueError(f"no throw makes all of {numbers}")
