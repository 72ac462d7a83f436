"""A game of another package, found as if that package were installed."""

from pathlib import Path


def announce(folder: Path, **games: str) -> Path:
    """A folder that makes the games, each named as `package:GAME`, found by whoever has it on its path."""
    info = folder / "announced-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: announced\nVersion: 1.0\n")
    lines = "".join(f"{name} = {where}\n" for name, where in games.items())
    (info / "entry_points.txt").write_text(f"[parlour.games]\n{lines}")
    return folder
