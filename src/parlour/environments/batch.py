"""Thousands of plays of one game at once, for learners and searches.

    batch = Batch("quatro", preset="two", size=4096, seed=1)
    while True:
        batch.step(choose(batch.observation, batch.mask))

Every game of a batch waits for the decision of the seat `to_move`. A step plays one action in each, and all that chance
does next. A play that ends is followed by a new one at once: `over` says where, and `rewards` what it came to.

The arrays are the batch's own, and the next step fills them anew: copy what is to be kept. On a GPU they are device
arrays, which PyTorch, CuPy and JAX take without copying them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import WORD
from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.environments.devices import NONE_REFUSED, find_device
from parlour.environments.keys import keys_of
from parlour.environments.luck import HELD, KEY
from parlour.environments.refusal import BadInput
from parlour.environments.stepping import BEGIN

Array = Any  # of NumPy, or in the memory of a GPU
Policy = Callable[["Batch"], Array]  # an action for every game
KEPT = ("states", "chosen", "luck", "sets", "to_move", "rewards", "over")  # all that a batch is


@dataclass(frozen=True)
class Saved:
    """A batch as it was: `batch.restore(saved)`."""

    game: str
    arrays: Mapping[str, NDArray[Any]]


class Batch:
    """Many plays of one game, each at a decision."""

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        size: int = 1,
        seed: int = 0,
        device: str = "cpu",
        options: Values | Sequence[Values] | None = None,
    ) -> None:
        """`options` are those of all plays, or several sets of them, one of which is drawn for each play."""
        self.game = find_game(game) if isinstance(game, str) else game
        if not isinstance(size, int | np.integer) or size < 1:
            raise BadInput(f"a batch cannot have {size!r} games: expected a whole number from 1 on")
        self.size = int(size)
        sets = [options or {}] if options is None or isinstance(options, Mapping) else list(options)
        if not sets:
            raise BadInput("there are no options to draw from: expected at least one set of them")
        self.values = tuple(self.game.settle(preset, **given) for given in sets)
        self._device = find_device(device, self.game, self.size)
        new, seats = self._device.new, max(self.game.players)
        words = max(1, -(-self.game.actions.SIZE // WORD))
        self.options = self._device.put(np.concatenate([self.game.encode(values) for values in self.values]))
        self.states = new(self.size, self.game.state_type)
        self.chosen = new(self.size, np.int32)  # which of the sets of options each play has
        self.luck = new((self.size, HELD), np.int64)  # see luck.py
        self.sets = new((self.size, words), np.int64)  # the legal actions, a bit for each
        self.to_move = new(self.size, np.int32)  # the seat asked
        self.rewards = new((self.size, seats), np.float64)  # points of every seat, where a play has just ended
        self.over = new(self.size, np.bool_)  # whether one has
        self._chosen_actions = new(self.size, np.int32)
        self._begin = self._device.put(np.full(self.size, BEGIN, np.int32))
        self._observation: Array = None
        self._is_stale = {"mask": True, "observation": True}
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<Batch of {self.size} × {self.game.name} on {self.device}>"

    @property
    def device(self) -> str:
        return self._device.name

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not: the width of a mask."""
        return self.game.actions.SIZE

    @property
    def seats(self) -> int:
        """The most players there can be: the width of the rewards."""
        return max(self.game.players)

    def reset(self, seed: int) -> None:
        """Begin anew in every game. The same seed brings the same dice, on every device."""
        luck = np.zeros((self.size, HELD), np.int64)
        luck[:, KEY] = keys_of(seed, self.size)
        self._device.assign(self.luck, self._device.put(luck))
        self._advance(self._begin)

    def step(self, actions: Array, check: bool = True) -> None:
        """Play an action in every game.

        Raises BadInput, and changes nothing, if one of them is not legal. Where `check` is off the actions have to be
        legal, and nothing waits for a GPU.
        """
        taken = self._device.take_actions(actions)
        if check and (refused := self._device.find_illegal(taken, self.sets)) != NONE_REFUSED:
            given = self.fetch(actions)[refused]
            raise BadInput(
                f"action {given} is not legal in game {refused}: expected one for which mask[{refused}] is true"
            )
        self._advance(taken)

    def _advance(self, actions: Array) -> None:
        has_masks = not self._is_stale["mask"]  # whoever has looked at them will again
        self._device.step(
            self.sets if has_masks else None,
            self.states,
            self.options,
            self.chosen,
            self.luck,
            actions,
            self.sets,
            self.to_move,
            self.rewards,
            self.over,
        )
        self._forget()
        self._is_stale["mask"] = not has_masks

    def _forget(self) -> None:
        self._is_stale = dict.fromkeys(self._is_stale, True)

    @property
    def mask(self) -> Array:
        """Whether each action is legal: a row of flags for every game."""
        if self._is_stale["mask"]:
            self._device.fill_masks(self.sets)
            self._is_stale["mask"] = False
        return self._device.mask

    @property
    def observation(self) -> Array:
        """What the seat that is asked sees: a row of numbers for every game."""
        if self._observation is None:
            self._observation = self._device.new((self.size, self.game.observation.size), np.float32)
        if self._is_stale["observation"]:
            self.observe(self.to_move, self._observation)
            self._is_stale["observation"] = False
        return self._observation

    def observe(self, seats: Array, out: Array = None) -> Array:
        """What some seat of every game sees; `seats` are an array of int32 on the device, or one number for all."""
        if isinstance(seats, int):
            seats = self._device.put(np.full(self.size, seats, np.int32))
        if out is None:
            out = self._device.new((self.size, self.game.observation.size), np.float32)
        self._device.observe(self.states, self.options, self.chosen, seats, out)
        return out

    def random_actions(self) -> Array:
        """A legal action for every game, each as likely as any other; they follow from the seed as well."""
        self._device.choose(self.sets, self.luck, self._chosen_actions)
        return self._chosen_actions

    def play(self, policy: Policy, plays: int) -> NDArray[np.float64]:
        """Step until so many plays have ended, and return what each came to, in the order in which they did."""
        ended: list[NDArray[np.float64]] = []
        found = 0
        while found < plays:
            self.step(policy(self))
            over = self.fetch(self.over)
            if over.any():
                ended.append(self.fetch(self.rewards)[over])
                found += len(ended[-1])
        return np.concatenate(ended)[:plays] if ended else np.zeros((0, self.seats))

    def fetch(self, array: Array) -> NDArray[Any]:
        """An array of this batch, or of its device, as NumPy's."""
        return array if isinstance(array, np.ndarray) else self._device.fetch(array)

    def wait(self) -> None:
        """Until all that was asked for is done: a GPU goes on working while Python does."""
        self._device.wait()

    @property
    def nbytes(self) -> int:
        """The memory of all games, without masks and observations, which are made when they are asked for."""
        return sum(int(getattr(self, name).nbytes) for name in KEPT)

    def save(self) -> Saved:
        """All games as they are now."""
        return Saved(self.game.name, {name: self.fetch(getattr(self, name)).copy() for name in KEPT})

    def restore(self, saved: Saved) -> None:
        """All games as they were. The batch has to be of the same game, size and options; its device may be another."""
        games = len(saved.arrays["to_move"])
        if saved.game != self.game.name or games != self.size:
            raise BadInput(f"{games} games of {saved.game} were saved: expected {self.size} of {self.game.name}")
        for name in KEPT:
            self._device.assign(getattr(self, name), self._device.put(saved.arrays[name]))
        self._forget()

    def copy(self, source: int, targets: Sequence[int] | NDArray[np.integer[Any]], same_luck: bool = False) -> None:
        """Make games the same as one of them. What chance brings next is still each one's own, unless it shall be the
        same."""
        chosen = np.asarray(targets)
        if not all(0 <= number < self.size for number in (source, *chosen.tolist())):
            raise BadInput(f"a game to be copied is not in the batch: expected numbers from 0 to {self.size - 1}")
        for name in KEPT:
            if name != "luck" or same_luck:
                self._device.copy_row(getattr(self, name), source, chosen)
        self._forget()
