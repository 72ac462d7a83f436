"""Golden files, a playthrough and perft counts for every game.

`python -m tests.golden.writing` writes them anew; with names of games, as `… writing stencil`, only theirs.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from parlour.engine.game import Game, UnknownGame, find_game, games
from parlour.engine.play import Play
from parlour.search.simulate import perft

FOLDER = Path(__file__).parent
ENOUGH = 2_000_000  # lines of play: deeper is not counted
SHOWN = 80  # plies of a playthrough
TOLD = {"numeric": ("basic", "zones", "hex", "counters")}  # presets, where the first alone does not show the game


def playthrough(game: Game, preset: str | None) -> str:
    """One play at random, told in full: the board, what is asked, what could be done, what is done, what happens."""
    play, rng = Play(game, game.settle(preset)), random.Random(1)
    lines = [f"A play of {game.title} at random, rules version {game.version}, preset {preset}.", ""]
    while not play.over and play.ply < SHOWN:
        if play.ply % 10 == 0:
            lines += [str(play), ""]
        lines += [f"{play.ply}. {play.asked()}", f"   position: {play.position}"]
        before = len(play.events)
        if play.at_chance:
            total = sum(outcome.weight for outcome in play.outcomes)
            lines.append("   may come: " + " ".join(f"{o.notation} {o.weight}/{total}" for o in play.outcomes))
            lines.append(f"   comes: {play.roll(rng).notation}")
        else:
            action = rng.choice(play.legal)
            lines.append("   may do: " + " ".join(choice.notation for choice in play.legal))
            lines.append(f"   does: {action.notation} ({action.sentence} Touch {' → '.join(action.path)}.)")
            play.push(action.code)
        lines += [f"   {event.sentence}" for event in play.events[before:]] + [""]
    lines += [str(play), "", f"Score: {play.score}", "", play.record()]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n"))


def playthroughs(game: Game) -> dict[str, str]:
    """The playthroughs of a game by the names of their files."""
    if game.name not in TOLD:
        return {f"{game.name}.playthrough.txt": playthrough(game, next(iter(game.presets), None))}
    return {f"{game.name}.{preset}.playthrough.txt": playthrough(game, preset) for preset in TOLD[game.name]}


def perft_table(game: Game, enough: int = ENOUGH) -> str:
    """How many lines of play there are by preset and number of plies: from the start, and from a first decision.

    Where there are enough of them, deeper ones are not counted.
    """
    rows = [f"Lines of play of {game.title} from the start, chance outcomes included.", ""]
    presets: tuple[str | None, ...] = TOLD.get(game.name, tuple(game.presets)) or (None,)
    for preset in presets:
        rows += [*count_lines(Play(game, game.settle(preset)), preset, enough), ""]
    rows += ["From the first decision, after what chance brought.", ""]
    for preset in presets:
        play, rng = Play(game, game.settle(preset)), random.Random(1)
        while play.at_chance:
            play.roll(rng)
        if play.ply:
            rows += [play.position, *count_lines(play, preset, enough), ""]
    return "\n".join(rows)


def count_lines(play: Play, preset: str | None, enough: int) -> Iterator[str]:
    depth = lines = before = 0
    while lines < enough and lines * lines < 20 * enough * max(before, 1):
        depth, before = depth + 1, lines
        lines = perft(play.game, play.states, play.options, depth)
        yield f"{preset or 'defaults':16}{depth:3}{lines:16,}"


def in_tree() -> list[str]:
    """The games of this repository; those of packages that happen to be installed have no golden files here."""
    return [name for name, game in games().items() if game.rules.__name__.startswith("parlour.games.")]


def golden_files(game: Game) -> dict[str, str]:
    """All golden files of a game by their names."""
    return {**playthroughs(game), f"{game.name}.perft.txt": perft_table(game)}


def main(names: Sequence[str]) -> None:
    try:
        chosen = [find_game(name) for name in names or in_tree()]
    except UnknownGame as error:
        raise SystemExit(str(error)) from None
    for game in chosen:
        for name, text in golden_files(game).items():
            (FOLDER / name).write_text(text, encoding="utf-8")
            print("wrote", name)


if __name__ == "__main__":
    main(sys.argv[1:])
