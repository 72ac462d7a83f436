"""How fast are batches of games, on a processor and on a GPU?

`python -m benchmarks environments` prints it as a table; `python -m benchmarks.environments` prints a line for each
figure as soon as it is measured, and needs neither click nor rich.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlour.engine.game import Game, find_game, games
from parlour.environments import Batch
from parlour.environments.crew import count_cores
from parlour.environments.luck import CHOICES
from parlour.search.simulate import random_games

if TYPE_CHECKING:
    from rich.progress import Progress

    from benchmarks.report import Report
    from parlour.search.timing import Pace

SIZES = (1, 64, 4096, 131_072)
WARMING = 5  # steps before the clock runs
AMONG = 1000  # plays, between two looks at the clock: with fewer, threads wait for Python
PRESETS = {"quatro": ("backgammon", "four"), "stencil": ("quick",), "numeric": ("basic", "counters")}


@dataclass(frozen=True)
class Figure:
    """What was measured of one batch."""

    who: str
    options: str
    device: str
    games: int
    first: float  # seconds until it could be played: compiling, or loading what was compiled before
    memory: int  # bytes a game, without the observation
    masks: float  # steps a second with masks
    observations: float | None  # and with observations as well
    played_out: float | None = None  # decisions a second where every game is played to its end in one call
    random: float | None = None  # and of plain random play on as many cores

    def __str__(self) -> str:
        seen = "-" if self.observations is None else f"{self.observations:>14,.0f}"
        out = "" if self.played_out is None else f"  played out {self.played_out:>14,.0f}"
        shares = "" if self.share is None else f"  {self.share:.0%} and {self.share_played_out:.0%} of random play"
        return (
            f"{self.who:10} {self.options:12} {self.device:5} {self.games:>8,} games  first {self.first:6.1f} s  "
            f"{self.memory:>6} bytes/game  masks {self.masks:>14,.0f} steps/s  with observations {seen}{out}{shares}"
        )

    @property
    def share(self) -> float | None:
        """Of random play, one step at a time with masks,"""
        return self.masks / self.random if self.random else None

    @property
    def share_played_out(self) -> float | None:
        """and where every game is played to its end."""
        return self.played_out / self.random if self.played_out and self.random else None


def list_devices() -> list[str]:
    """`cpu`, and `cuda` where there is one."""
    from parlour.environments.devices import has_gpu

    return ["cpu", "cuda"] if has_gpu() else ["cpu"]


def measure_batch(game: Game, preset: str | None, device: str, size: int, seconds: float) -> Figure:
    begun = time.perf_counter()
    batch = Batch(game, preset=preset, size=size, seed=1, device=device)

    def with_mask() -> Any:
        batch.step(batch.random_actions(), check=False)
        return batch.mask  # asking is what costs

    def with_observation() -> Any:
        with_mask()
        return batch.observation

    with_observation()
    batch.wait()
    first = time.perf_counter() - begun
    masks = size * count_rate(with_mask, batch.wait, seconds)
    seen = size * count_rate(with_observation, batch.wait, seconds)
    played_out = measure_playing_out(batch, seconds)
    random = measure_random_play(game, preset, seconds) if device == "cpu" else None
    memory = batch.nbytes // size
    return Figure(game.name, preset or "", device, size, first, memory, masks, seen, played_out, random)


def measure_playing_out(batch: Batch, seconds: float) -> float:
    """Decisions a second where every game is played to its end, again and again, with the masks of what comes then."""

    def count_decisions() -> int:
        return int(batch.fetch(batch.luck)[:, CHOICES].sum())

    def play_out() -> Any:
        batch.play_out()
        return batch.mask

    play_out()
    before, begun = count_decisions(), time.perf_counter()
    while time.perf_counter() - begun < seconds:
        play_out()
        batch.wait()
    passed = time.perf_counter() - begun
    return (count_decisions() - before) / passed


def measure_random_play(game: Game, preset: str | None, seconds: float) -> float:
    """Decisions a second of compiled random play, one play after another on each core."""
    options = game.encode(game.settle(preset))

    def play(seed: int) -> float:
        begun, decisions = time.perf_counter(), 0
        while (passed := time.perf_counter() - begun) < seconds:
            decisions += random_games(game, options, AMONG, seed + decisions).decisions
        return decisions / passed

    random_games(game, options, 1, 1)
    with ThreadPoolExecutor(count_cores()) as pool:
        return sum(pool.map(play, (core << 40 for core in range(count_cores()))))


def count_rate(work: Callable[[], Any], wait: Callable[[], None], seconds: float) -> float:
    """How often a second something is done, over at least so many seconds."""
    for _ in range(WARMING):
        work()
    wait()
    begun, done, among = time.perf_counter(), 0, 1
    while True:
        for _ in range(among):
            work()
        wait()
        done += among
        passed = time.perf_counter() - begun
        if passed >= seconds:
            return done / passed
        among = max(among, int(done / passed * seconds / 4))  # asking whether a GPU is done takes time


def measure_pgx(size: int, seconds: float) -> Figure:
    """Backgammon by Pgx, on whatever device JAX has. Raises ImportError."""
    jax, jnp, pgx, extra = (import_module(name) for name in ("jax", "jax.numpy", "pgx", "pgx.experimental"))
    begun = time.perf_counter()
    env = pgx.make("backgammon")
    begin, step = jax.vmap(env.init), jax.vmap(extra.auto_reset(env.step, env.init))

    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, stepping = jax.random.split(key, 3)
        chosen = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=1)
        return step(state, chosen, jax.random.split(stepping, size)), key

    play_all = jax.jit(play)
    held = [jax.jit(begin)(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)]

    def work() -> None:
        held[:] = play_all(*held)

    def wait() -> None:
        jax.block_until_ready(held[0])

    work()
    wait()
    first = time.perf_counter() - begun
    memory = sum(leaf.nbytes for leaf in jax.tree_util.tree_leaves(held[0])) // size
    device = "cuda" if jax.devices()[0].platform == "gpu" else "cpu"
    return Figure("Pgx", "backgammon", device, size, first, memory, size * count_rate(work, wait, seconds), None)


def measure_openspiel(seconds: float) -> Figure:
    """Backgammon by OpenSpiel, called from Python, one game at a time. Raises ImportError."""
    import random

    import pyspiel

    game, rng = pyspiel.load_game("backgammon"), random.Random(1)
    states = [game.new_initial_state()]

    def work() -> None:
        state = states[0]
        while state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            states[0] = game.new_initial_state()

    return Figure("OpenSpiel", "backgammon", "cpu", 1, 0.0, 0, count_rate(work, lambda: None, seconds), None)


def figures(found: Mapping[str, Game], devices: list[str], sizes: tuple[int, ...], seconds: float) -> Iterator[Figure]:
    """Every game on every device, then the peers that are installed."""
    for game in found.values():
        for preset in PRESETS.get(game.name, (None,)):
            for device in devices:
                for size in sizes:
                    yield measure_batch(game, preset, device, size, seconds)
    for size in sizes:
        try:
            yield measure_pgx(size, seconds)
        except ImportError:
            break
    try:
        yield measure_openspiel(seconds)
    except ImportError:
        return


def measure(found: Mapping[str, Game], pace: "Pace", progress: "Progress") -> "Report":
    from benchmarks.report import Report

    task = progress.add_task("environments", total=None)
    rows = []
    for figure in figures(found, list_devices(), SIZES, pace.seconds):
        rows.append({**vars(figure), "share": figure.share, "share_played_out": figure.share_played_out})
        progress.update(task, advance=1)
    return Report(
        section="environments",
        question="How many steps a second do batches make?",
        how=(
            "A step is one random legal action in every game, with the dice after it, a new play where one ended, and "
            "the mask of what is legal next. Observations are those of the seats asked. The seconds are until the "
            "first step was done, compiling included where nothing was compiled before. Played out: every game is "
            "played to its end in one call, at most 10,000 decisions, and then the masks are asked for. Shares are of "
            "what compiled random play makes on all cores, one play after another, without masks. Peers play "
            "backgammon."
        ),
        columns={
            "who": "game",
            "options": "options",
            "device": "device",
            "games": "games\nat once",
            "first": "first step\ns",
            "memory": "bytes\n/game",
            "masks": "steps/s\nmasks",
            "observations": "steps/s\nobservations",
            "share": "of random\nplay",
            "played_out": "decisions/s\nplayed out",
            "share_played_out": "of random\nplay",
        },
        rows=rows,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default, all there are")
    parser.add_argument("--device", action="append", help="by default, all there are")
    parser.add_argument("--size", type=int, action="append", help="games at once; by default, several")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    given = parser.parse_args()
    found = {name: find_game(name) for name in given.games or games()}
    sizes = tuple(given.size) if given.size else SIZES
    for figure in figures(found, given.device or list_devices(), sizes, given.seconds):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
