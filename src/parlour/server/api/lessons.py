"""A game's guided first play, as the API tells it."""

from typing import Any

from parlour.engine.game import Game
from parlour.engine.pages import find_part
from parlour.engine.scene import Scene
from parlour.engine.teaching import Taught, find_lesson, teach


def show_lesson(game: Game, about: str = "") -> dict[str, Any]:
    taught = teach(game, about)
    following = [*(step.scene for step in taught[1:]), None]
    return {
        "title": game.title,
        "part": find_part(game),
        "learnt": "" if about else game.front.learnt,
        "about": find_lesson(game, about).title,
        "further": [{"name": name, "title": lesson.title} for name, lesson in find_lesson(game).further.items()],
        "steps": [show_step(step, scene) for step, scene in zip(taught, following, strict=True)],
    }


def show_step(step: Taught, following: Scene | None) -> dict[str, Any]:
    return {
        "say": step.say,
        "point": step.point,
        "seat": step.seat,
        "yours": step.yours,
        "expect": vars(step.expect) if step.expect else None,
        "legal": [vars(action) for action in step.legal],
        "asked": step.asked,
        "sentences": step.sentences,
        "scene": step.scene.as_dict(),
        "frames": [
            {"sentence": frame.sentence, "pieces": [shape.as_dict() for shape in frame.pieces]} for frame in step.frames
        ],
        "after_scene": None if step.after == following else step.after.as_dict(),
    }
