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

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.environments.devices import NONE_REFUSED, find_device
from parlour.environments.keys import keys_of
from parlour.environments.luck import HELD, KEY
from parlour.environments.refusal import BadInput
from parlour.environments.stepping import BEGIN, CHOOSE, FILL, MOST, OBSERVE, PLAY_OUT, STEP

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
        encoded = np.concatenate([self.game.encode(values) for values in self.values])
        self._device = held = find_device(device, self.game, self.size, encoded)
        self.options, self.states, self.chosen, self.luck = held.options, held.states, held.chosen, held.luck
        self.sets, self.to_move, self.rewards, self.over = held.sets, held.to_move, held.rewards, held.over
        self._begin = held.put(np.full(self.size, BEGIN, np.int32))
        self._fresh = 0  # which of mask and observation are those of now,
        self._asked = 0  # and which of them somebody has looked at since the last step
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
        self._device.take_actions(self._begin)
        self._advance()

    def step(self, actions: Array, check: bool = True) -> None:
        """Play an action in every game.

        Raises BadInput, and changes nothing, if one of them is not legal. Where `check` is off the actions have to be
        legal, and nothing waits for a GPU.
        """
        self._device.take_actions(actions)
        if check and (refused := self._device.find_illegal()) != NONE_REFUSED:
            given = self.fetch(actions)[refused]
            raise BadInput(
                f"action {given} is not legal in game {refused}: expected one for which mask[{refused}] is true"
            )
        self._advance()

    def _advance(self) -> None:
        self._device.run(STEP | self._asked)  # whoever has looked at them will again
        self._fresh, self._asked = self._asked, 0

    def _bring_up(self, work: int) -> None:
        """Make one of those arrays that of now."""
        self._asked |= work
        if not self._fresh & work:
            self._device.run(work)
            self._fresh |= work

    @property
    def mask(self) -> Array:
        """Whether each action is legal: a row of flags for every game."""
        self._bring_up(FILL)
        return self._device.mask

    @property
    def observation(self) -> Array:
        """What the seat that is asked sees: a row of numbers for every game."""
        self._bring_up(OBSERVE)
        return self._device.observation

    def observe(self, seats: Array, out: Array = None) -> Array:
        """What some seat of every game sees; `seats` are an array of int32 on the device, or one number for all."""
        if isinstance(seats, int):
            seats = self._device.put(np.full(self.size, seats, np.int32))
        if out is None:
            out = self._device.new((self.size, self.game.observation.size), np.float32)
        self._device.observe(seats, out)
        return out

    def random_actions(self) -> Array:
        """A legal action for every game, each as likely as any other; they follow from the seed as well."""
        self._device.run(CHOOSE)
        return self._device.choices

    def play_out(self, most: int = 10_000) -> None:
        """Play random actions in every game until its play is over: `rewards` are what each came to.

        It is the same as `step(random_actions())` again and again, but a game waits for no other, and nothing for
        Python. A play that is not over after so many actions is left as it is, and is not `over`.
        """
        if not isinstance(most, int | np.integer) or not 1 <= most < 2**31:
            raise BadInput(f"a play cannot go on for {most!r} actions: expected a whole number from 1 to {2**31 - 1}")
        self._device.run(PLAY_OUT | int(most) * MOST)  # alone: no game is any thread's own until all are done
        self._fresh = 0

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
        self._fresh = 0

    def copy(self, source: int, targets: Sequence[int] | NDArray[np.integer[Any]], same_luck: bool = False) -> None:
        """Make games the same as one of them. What chance brings next is still each one's own, unless it shall be the
        same."""
        chosen = np.asarray(targets)
        if not all(0 <= number < self.size for number in (source, *chosen.tolist())):
            raise BadInput(f"a game to be copied is not in the batch: expected numbers from 0 to {self.size - 1}")
        for name in KEPT:
            if name != "luck" or same_luck:
                self._device.copy_row(getattr(self, name), source, chosen)
        self._fresh = 0
