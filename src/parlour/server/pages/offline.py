"""The worker that lets pages open without the server: the build's own, told which files and games there are."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

WORKER = "/worker.js"
APART = ("/icon-", "/parts/")  # what the system reads by itself, and what games from elsewhere bring


def write_worker(template: bytes, tags: Mapping[str, str], games: Iterable[str]) -> bytes:
    """A new version whenever the tag of any file is new; browsers then fetch all of it by themselves."""
    needed = sorted(path for path in tags if not path.startswith(APART))
    told = "".join(f"{path} {tags[path]}\n" for path in needed).encode() + template
    lines = {
        "const FILES = [];": f"const FILES = {json.dumps(needed)};",
        "const GAMES = [];": f"const GAMES = {json.dumps(sorted(games))};",
        'const VERSION = "";': f'const VERSION = "{sha256(told).hexdigest()[:16]}";',
    }
    text = template.decode()
    for empty, filled in lines.items():
        if empty not in text:
            raise ValueError(f"the worker of the pages has no line {empty!r}")
        text = text.replace(empty, filled, 1)
    return text.encode()
