"""No game is named outside its own folder: what the pages and the server know of one, it has told them."""

import re
from pathlib import Path

import pytest

from parlour.engine.game import games

ROOT = Path(__file__).parents[2]
LAYERS = ("conform", "engine", "search", "server", "terminal")
PLACES = ("web/src", "web/index.html", *(f"src/parlour/{layer}" for layer in LAYERS))
READ = {".py", ".ts", ".svelte", ".css", ".html", ".json"}
MADE = {"messages.d.ts"}  # out of the server's description, which is looked through itself
# What is a word of CSS or HTML before it is the name of a game
OTHERWISE = re.compile(r"font-variant-numeric|inputmode=(\"numeric\"|\{[^}]*\})")
NAMED = re.compile(rf"\b({'|'.join(games())})\b", re.IGNORECASE)


def files() -> list[Path]:
    places = [ROOT / place for place in PLACES]
    found = [path for place in places for path in (place.rglob("*") if place.is_dir() else [place])]
    return sorted(path for path in found if path.suffix in READ and path.name not in MADE)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        named = NAMED.search(OTHERWISE.sub("", line))
        assert not named, f"{path.relative_to(ROOT)}:{number} names {named and named[0]}: {line.strip()}"


def test_names_would_be_found() -> None:
    assert {path.suffix for path in files()} >= {".py", ".ts", ".svelte"}
    assert all(NAMED.search(f"if (game === '{name}') return;") for name in games())
    assert not NAMED.search(OTHERWISE.sub("", 'inputmode={number ? "numeric" : "text"}'))
