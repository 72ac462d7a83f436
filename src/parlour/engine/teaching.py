"""A guided first play, played on the real rules, so that nothing in it can be wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.engine.contract import CHANCE
from parlour.engine.game import Game
from parlour.engine.lesson import Lesson, Step
from parlour.engine.moves import Action, Frame
from parlour.engine.play import IllegalAction, Play
from parlour.engine.position import PositionError
from parlour.engine.scene import Scene


class NoLesson(LookupError):
    """A game came without a lesson."""


class LessonError(ValueError):
    """A lesson cannot be played as it is written; the message names the step and says what was wrong."""


@dataclass(frozen=True)
class Taught:
    """A step worked out: what is there before it, what may be done, and what happens."""

    say: str
    point: tuple[str, ...]
    seat: int | None  # who moves; None when chance does, or nobody
    yours: bool  # whether the newcomer moves
    expect: Action | None  # what the newcomer is to do
    legal: tuple[Action, ...]  # what the newcomer might do instead
    asked: str
    scene: Scene  # before the step
    frames: tuple[Frame, ...]  # the moving part of the scene at each thing that happened
    sentences: tuple[str, ...]  # what happened
    after: Scene


def find_lesson(game: Game, about: str = "") -> Lesson:
    """The lesson on the usual game, or a further one by its name. Raises NoLesson."""
    if game.lesson is None:
        raise NoLesson(f"{game.title} has no lesson yet: expected one in its Game, lesson=…")
    if about and about not in game.lesson.further:
        known = ", ".join(game.lesson.further) or "none, for it has only the one"
        raise NoLesson(f"{game.title} has no lesson about {about!r}: expected {known}")
    return game.lesson.further[about] if about else game.lesson


def teach_all(game: Game) -> dict[str, list[Taught]]:
    """The lesson on the usual game under no name, and the further ones under theirs."""
    return {about: teach(game, about) for about in ("", *find_lesson(game).further)}


def teach(game: Game, about: str = "") -> list[Taught]:
    """A lesson of a game, played from its first step to its last. Raises NoLesson and LessonError."""
    lesson = find_lesson(game, about)
    play = _begin(game, lesson.options, lesson.position)
    taught = []
    for number, step in enumerate(lesson.steps, 1):
        try:
            if step.options is not None:
                play = _begin(game, step.options, "")
            if step.position:
                play.place(step.position)
            taught.append(_take(play, step, lesson.seat))
        except (IllegalAction, PositionError, LessonError) as error:
            whose = f"{game.title} about {about}" if about else game.title
            raise LessonError(f"step {number} of the lesson of {whose}: {error}") from error
    return taught


def _begin(game: Game, options: Mapping[str, Any], position: str) -> Play:
    play = Play(game, game.settle(**options))
    if position:
        play.place(position)
    return play


def _take(play: Play, step: Step, newcomer: int) -> Taught:
    scene = play.scene(newcomer)
    missing = set(step.point) - set(scene.ids())
    if missing:
        raise LessonError(f"nothing to point at called {', '.join(sorted(missing))}")
    asked = play.asked(newcomer)
    mover = play.to_move if step.move and play.to_move != CHANCE else None
    yours = mover == newcomer
    legal = tuple(play.legal) if yours else ()
    told, ply = len(play.events), play.ply
    if step.move:
        play.push(step.move)
    expect = None
    if yours:
        if play.ply != ply + 1:
            raise LessonError(f"{step.move} is {play.ply - ply} actions: expected one, the newcomer's")
        expect = next(action for action in legal if action.code == play.codes[ply])
    return Taught(
        say=step.say,
        point=step.point,
        seat=mover,
        yours=yours,
        expect=expect,
        legal=legal,
        asked=asked,
        scene=scene,
        frames=tuple(frame for at in range(ply, play.ply) for frame in play.frames(at, newcomer)),
        sentences=tuple(play.say(event.words, newcomer) for event in play.events[told:]),
        after=play.scene(newcomer),
    )
