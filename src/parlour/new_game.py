"""A new game: the template project, copied under a name of its own."""

import importlib.util
import keyword
import os
import re
import shutil
import sys
from pathlib import Path

from parlour.engine.game import games

TEMPLATE = Path(__file__).parent / "template"
WORD = "pig"  # what the template's game is called; no other word in it may contain these letters


class NewGameError(ValueError):
    """The game cannot be made; the message says why and what was expected."""


def new_game(name: str, folder: Path | str = ".") -> Path:
    """Make the project `folder/name`, a small game that works as it is, and return its path."""
    check_name(name)
    project = Path(folder) / name
    if project.exists():
        raise NewGameError(f"{project} exists already: expected another name, or another folder")
    title = name.replace("_", " ").capitalize()
    for source in template_files():
        place = project / str(source.relative_to(TEMPLATE)).replace(WORD, name)
        text = source.read_text(encoding="utf-8").replace(WORD, name).replace(WORD.capitalize(), title)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        except OSError as error:
            raise NewGameError(f"cannot write {place}: {error.strerror}") from None
    return project


def next_steps(project: Path) -> str:
    """What to do with a project just made."""
    return f"""{project} is a game that works already. Next:

{enter_environment()}  cd {project}
  pip install -e ".[test]"
  parlour play {project.name}
  pytest

README.md says what is where, and how to change the rules."""


def enter_environment() -> str:
    """The line after which `pip` and `parlour` are those of this environment; nothing where they are already."""
    programs = Path(sys.executable).parent
    found = shutil.which("pip")
    if (found and Path(found).parent == programs) or not (programs / "activate").exists():
        return ""
    return f"  {'' if os.name == 'nt' else '. '}{programs / 'activate'}\n"


def check_name(name: str) -> None:
    """NewGameError unless a package and a game may be called that."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise NewGameError(f"{name!r} cannot name a game: expected small letters, digits and single _, as in nine_men")
    if keyword.iskeyword(name):
        raise NewGameError(f"{name!r} cannot name a game: it is a word of Python itself")
    found = games()
    if name in found:
        raise NewGameError(f"there is a game {name!r} already: expected another name than {', '.join(found)}")
    if name in sys.builtin_module_names or importlib.util.find_spec(name) is not None:
        raise NewGameError(f"{name!r} cannot name a game: there is a Python module of that name already")


def template_files() -> list[Path]:
    """The files to copy; caches that running the template leaves behind are none of them."""
    hidden = re.compile(r"__pycache__|\..*")
    return [
        path
        for path in sorted(TEMPLATE.rglob("*"))
        if path.is_file() and not any(hidden.fullmatch(part) for part in path.relative_to(TEMPLATE).parts)
    ]
