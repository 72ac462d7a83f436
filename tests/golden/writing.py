"""Golden files, a playthrough and perft counts for every game: `python -m tests.golden.writing` writes them anew."""

import random
from pathlib import Path

from parlour.engine.game import Game, games
from parlour.engine.play import Play
from parlour.search.simulate import perft

FOLDER = Path(__file__).parent
PERFT = {  # for each game, the presets to count and how deep
    "stencil": {"quick": 8, "flips": 8},
    "quatro": {"four": 7, "three": 7, "two": 6, "teams": 7, "cube": 9, "backgammon36": 6, "backgammon": 7},
}
PLAYTHROUGHS = {"stencil": "quick", "quatro": "four"}
SHOWN = 80  # plies of a playthrough


def playthrough(game: Game) -> str:
    """One play at random, told in full: the board, what is asked, what could be done, what is done, what happens."""
    play, rng = Play(game, game.settle(PLAYTHROUGHS.get(game.name))), random.Random(1)
    lines = [
        f"A play of {game.title}, rules version {game.version}, preset {PLAYTHROUGHS.get(game.name)}, at random.",
        "",
    ]
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
    for preset, deepest in PERFT.get(game.name, {}).items():
        play = Play(game, game.settle(preset))
        for depth in range(1, deepest + 1):
            rows.append(f"{preset:14}{depth:3}{perft(game, play.states, play.options, depth):16,}")
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
