"""A view: all that one seat, or a spectator, may see and do. Clients get this and nothing else."""

from dataclasses import dataclass
from typing import Any

from parlour.engine.moves import Action
from parlour.engine.scene import Scene


@dataclass(frozen=True)
class View:
    game: str
    seat: int | None  # None for a spectator
    ply: int
    to_move: int
    turn: int
    asked: str  # who has to do what, in a sentence
    seats: tuple[str, ...]
    legal: tuple[Action, ...]  # empty unless this seat is to move
    position: str
    scene: Scene
    sentences: tuple[str, ...]
    score: tuple[float, ...] | None

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {**vars(self), "legal": [dict(vars(action)) for action in self.legal], "scene": self.scene.as_dict()}
