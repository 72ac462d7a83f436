"""Golden files, a playthrough and perft counts for every game: `python -m tests.golden.writing` writes them anew."""

import random
from pathlib import Path

from parlour.engine.game import Game, games
from parlour.engine.play import Play
from parlour.search.simulate import perft

FOLDER = Path(__file__).parent
ENOUGH = 2_000_000  # lines of play: deeper is not counted
SHOWN = 80  # plies of a playthrough


def playthrough(game: Game) -> str:
    """One play at random, told in full: the board, what is asked, what could be done, what is done, what happens."""
    preset = next(iter(game.presets), None)
    play, rng = Play(game, game.settle(preset)), random.Random(1)
    lines = [f"A play of {game.title} at random, rules version {game.version}, preset {preset}.", ""]
    while not play.over and play.ply < SHOWN:
        if play.ply % 10 == 0:
            lines += [str(play), ""]
        lines += [f"{play.ply}. {play.game.text.asked(play.s, play.o)}", f"   position: {play.position}"]
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


def perft_table(game: Game) -> str:
    """How many lines of play there are from the start, by preset and number of plies."""
    rows = [f"Lines of play of {game.title} from the start, chance outcomes included.", ""]
    for preset in game.presets:
        play, depth, lines = Play(game, game.settle(preset)), 0, 0
        while lines < ENOUGH:
            depth += 1
            lines = perft(game, play.states, play.options, depth)
            rows.append(f"{preset:14}{depth:3}{lines:16,}")
        rows.append("")
    return "\n".join(rows)


def golden_files() -> dict[str, str]:
    files = {}
    for game in games().values():
        files[f"{game.name}.playthrough.txt"] = playthrough(game)
        files[f"{game.name}.perft.txt"] = perft_table(game)
    return files


if __name__ == "__main__":
    for name, text in golden_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print("wrote", name)
