"""What a learner sees and does in a game, number by number."""

from parlour.engine.codes import Codes
from parlour.engine.game import Game


def tell_numbers(game: Game) -> str:
    """The observation, the actions and what chance may bring, in Markdown."""
    seen = game.observation
    parts = [
        f"# {game.title}, rules version {game.version}",
        f"## Observation {seen.version}: {seen.size} numbers\n\n{seen.table}",
        f"## Actions: {game.actions.SIZE}\n\n{code_table(game.actions)}",
    ]
    if game.outcomes.SIZE:
        parts.append(f"## Outcomes of chance: {game.outcomes.SIZE}\n\n{code_table(game.outcomes)}")
    return "\n\n".join(parts)


def code_table(codes: type[Codes]) -> str:
    """Every number of some codes and what it stands for, in Markdown."""
    rows = ["| from | to | name | meaning |", "|---:|---:|---|---|"]
    for entry in codes.DECLARED:
        rows.append(f"| {entry.first} | {entry.first + entry.size - 1} | `{entry.word}` | {entry.line} |")
    return "\n".join(rows)
