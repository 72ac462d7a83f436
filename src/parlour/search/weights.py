"""The weights of a net in a file: written by training, read by whoever plays by it.

A file is named after the game and the family of options it is for, and lies in the game's folder under `nets/`. It
holds half-precision numbers, a card that tells where they come from, and a hash of both, so that a file which is broken
or was made for something else is told from a good one.
"""

import hashlib
import io
import json
import logging
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.search.net import BLOCK, Net

FORMAT = 1
PARTS = ("inward", "bias", "outward", "lift")


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message says why."""


@dataclass(frozen=True)
class Weights:
    """What a net has learnt, and where it comes from."""

    inward: NDArray[np.float32]
    bias: NDArray[np.float32]
    outward: NDArray[np.float32]
    lift: NDArray[np.float32]
    card: dict[str, Any]

    @property
    def width(self) -> int:
        """How many hidden units it has."""
        return int(self.bias.shape[1])

    def copy(self) -> "Weights":
        """The same in memory of its own."""
        return replace(self, **{part: getattr(self, part).copy() for part in PARTS})

    def net(self) -> Net:
        """A net with these weights and room for one thread to work in."""
        seats, each = self.card["seats"], self.card["shares"]
        looked_at = self.inward.shape[1]
        seen = np.zeros(-(-max(looked_at, self.width) // BLOCK) * BLOCK, np.float32)
        return Net(
            inward=self.inward,
            bias=self.bias,
            outward=self.outward,
            lift=self.lift,
            seen=seen,
            blocks=seen.view(np.uint64).reshape(len(seen) // BLOCK, -1),
            terms=np.zeros((seats, self.card["terms"])),
            places=np.zeros(looked_at, np.int32),
            numbers=np.zeros(looked_at, np.float32),
            found=np.zeros(3, np.int64),
            hidden=np.zeros(self.width, np.float32),
            bent=np.zeros(self.width, np.float32),
            shares=np.zeros((seats, each)),
        )


def new_weights(game: Game, values: Values, width: int, seed: int) -> Weights:
    """Those of a net that has learnt nothing yet."""
    card = shape_of(game, values)
    rng = np.random.default_rng(seed)
    kinds, looked_at, answers = card["kinds"], card["inputs"], card["seats"] * card["shares"]
    return Weights(
        inward=(rng.uniform(-1, 1, (kinds, looked_at, width)) / 6).astype(np.float32),
        bias=np.zeros((kinds, width), np.float32),
        outward=np.zeros((kinds, answers, width), np.float32),
        lift=np.zeros((kinds, answers), np.float32),
        card=card,
    )


def widen(weights: Weights, width: int, seed: int) -> Weights:
    """The same net with more hidden units, which look at everything and say nothing yet."""
    rng = np.random.default_rng(seed)
    more = width - weights.width
    kinds, looked_at, _ = weights.inward.shape
    drawn = (rng.uniform(-1, 1, (kinds, looked_at, more)) / 6).astype(np.float32)
    return replace(
        weights,
        inward=np.concatenate([weights.inward, drawn], axis=2),
        bias=np.pad(weights.bias, [(0, 0), (0, more)]),
        outward=np.pad(weights.outward, [(0, 0), (0, 0), (0, more)]),
        lift=weights.lift.copy(),
    )


def empty_net(game: Game, seats: int) -> Net:
    """What stands in the place of a net where there is none."""
    one = {"seats": seats, "shares": 1, "terms": 1, "inputs": 1, "kinds": 1}
    nothing = np.zeros((1, 1, 1), np.float32)
    return Weights(nothing, nothing[0], nothing, nothing[0], one).net()


def shape_of(game: Game, values: Values) -> dict[str, Any]:
    """What a net of these options has to look like."""
    learning, knowledge = game.learning, game.knowledge
    if learning is None or knowledge is None:
        raise WeightsError(f"there is no net for {game.title}: its folder would need a learning.py and a knowledge.py")
    if learning.family(values) is None:
        raise WeightsError(f"{game.title} has no net for these options: its learning.py says which have one")
    seats, terms = int(values["players"]), len(knowledge.Term.words())
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "family": learning.family(values),
        "seats": seats,
        "shares": learning.SHARES,
        "kinds": learning.KINDS,
        "terms": terms,
        "inputs": learning.INPUTS + seats * terms,
    }


def find_file(game: Game, values: Values) -> Path | None:
    """Where the weights for these options lie, if there are some."""
    family = game.learning.family(values) if game.learning else None
    if family is None:
        return None
    file = game.folder / "nets" / f"{game.name}-{family}.npz"
    return file if file.exists() else None


def find_weights(game: Game, values: Values) -> Weights | None:
    """What was learnt for these options; None where there is nothing, or nothing that can be used: the log says why."""
    file = find_file(game, values)
    if file is None:
        return None
    when = file, file.stat().st_mtime_ns
    if when not in _read:
        try:
            _read[when] = read_weights(file, game, values)
        except WeightsError as error:
            logging.getLogger(__name__).warning("%s. Without it bots judge by the game's own knowledge.", error)
            _read[when] = None
    return _read[when]


def net_of(level: Level, game: Game, values: Values) -> Weights | None:
    """What a level judges by instead of the terms, where it goes by a net and there is one.

    Raises WeightsError where it goes by a file that cannot be used.
    """
    if isinstance(level.net, Path):
        return read_weights(level.net, game, values)
    return find_weights(game, values) if level.net else None


_read: dict[tuple[Path, int], Weights | None] = {}  # by file and when it was written


def write_weights(file: Path, weights: Weights) -> None:
    """Write a file beside the old one, then put it in its place."""
    parts = {name: getattr(weights, name).astype(np.float16) for name in PARTS}
    card = json.dumps({**weights.card, "hash": hash_of(parts, weights.card)}, sort_keys=True)
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("card.json", card.encode()), *((f"{n}.npy", as_npy(parts[n])) for n in PARTS)):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    beside = file.with_suffix(".new")
    beside.write_bytes(memory.getvalue())
    beside.replace(file)


def as_npy(array: NDArray[Any]) -> bytes:
    memory = io.BytesIO()
    np.lib.format.write_array(memory, array, allow_pickle=False)
    return memory.getvalue()


def hash_of(parts: dict[str, NDArray[Any]], card: dict[str, Any]) -> str:
    told = {key: value for key, value in card.items() if key != "hash"}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode())
    for name in PARTS:
        digest.update(parts[name].tobytes())
    return digest.hexdigest()


def read_weights(file: Path, game: Game, values: Values) -> Weights:
    """The weights in a file. Raises WeightsError where they are broken, or were made for something else."""
    try:
        with zipfile.ZipFile(file) as archive:
            card = json.loads(archive.read("card.json"))
            parts = {
                name: np.lib.format.read_array(io.BytesIO(archive.read(f"{name}.npy")), allow_pickle=False)
                for name in PARTS
            }
    except FileNotFoundError:
        raise WeightsError(f"there is no file {file}") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise WeightsError(f"{file.name} is broken, or no file of weights at all: {error}") from None
    if not isinstance(card, dict) or card.get("hash") != hash_of(parts, card):
        raise WeightsError(f"{file.name} is damaged: its contents do not go with its hash")
    for key, wanted in shape_of(game, values).items():
        if card.get(key) != wanted:
            raise WeightsError(f"{file.name} was made for another {key}: {card.get(key)!r}; expected {wanted!r}")
    inward, bias, outward, lift = (parts[name].astype(np.float32) for name in PARTS)
    return Weights(inward, bias, outward, lift, card)
