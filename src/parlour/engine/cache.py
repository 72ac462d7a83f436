"""Where compiled code is kept. Whatever lies there is run, so nobody else may have put it there."""

import atexit
import logging
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

CHOSEN = "PARLOUR_CACHE"
OWN_FOLDER, BY_OTHERS = 0o700, 0o002
ROOT = 0  # who can put anything anywhere

log = logging.getLogger("parlour.cache")


def cache_root() -> Path:
    """`PARLOUR_CACHE`, or the user's cache folder; one for this program alone where neither is to be trusted."""
    if chosen := os.environ.get(CHOSEN):
        return settle_folder(Path(chosen))
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return settle_folder(Path(home) / "parlour", is_usual=True)


@cache  # what was found of a folder once is not asked again, and logged once
def settle_folder(folder: Path, is_usual: bool = False) -> Path:
    """This folder, or a fresh one. The usual one is closed to others; one that was chosen stays as it is."""
    try:
        folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        why = find_fault(folder, 0 if is_usual else BY_OTHERS)
        if is_usual and not why and os.name != "nt":
            folder.chmod(OWN_FOLDER)
    except OSError as error:
        why = str(error)
    if not why:
        return folder
    fresh = Path(tempfile.mkdtemp(prefix="parlour-cache-"))  # with a name that nobody can foresee, closed to others
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    os.environ[CHOSEN] = str(fresh)  # for processes that this one starts
    log.warning("compiled code is not kept in %s: %s; it is in %s until this program ends", folder, why, fresh)
    return fresh


def find_fault(folder: Path, unwanted: int) -> str:
    """Why what lies in a folder may not be run, or nothing new be kept there; "" if all is well."""
    found = folder.stat()
    if hasattr(os, "getuid") and found.st_uid not in (os.getuid(), ROOT):
        return "it belongs to another user"
    if found.st_mode & unwanted and os.name != "nt":
        return "others can write to it"
    return "" if os.access(folder, os.W_OK) else "it cannot be written to"
