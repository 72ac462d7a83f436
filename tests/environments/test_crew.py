"""Threads that share the games of a batch: whatever they do meanwhile, each part is done once."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from parlour.environments import Batch, devices
from parlour.environments.crew import Crew, count_cores, count_threads
from parlour.environments.loops import ABSENT, ASLEEP, LEADER, LINE, TAKEN, WAITING, pass_on
from tests.environments.equal import COMPARED, raw

SIZE = 40


def stencil(seed: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> Batch:
    monkeypatch.setattr(devices, "count_threads", lambda size: threads)
    return Batch("stencil", preset="quick", size=SIZE, seed=seed)


def play(batch: Batch, steps: int, pause: float = 0.0) -> list[bytes]:
    for n in range(steps):
        batch.step(batch.random_actions())
        if n % 5 == 0:
            time.sleep(pause)
    return [raw(batch, name).tobytes() for name in COMPARED]


@pytest.mark.parametrize("threads", [2, 3, 7, SIZE])
@pytest.mark.parametrize("pause", [0.0, 1e-4, 2e-3])
def test_any_number_of_threads_awake_or_asleep_plays_the_same(
    threads: int, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = play(stencil(3, 1, monkeypatch), 60)
    assert play(stencil(3, threads, monkeypatch), 60, pause) == alone


def test_batches_of_several_threads_of_a_program_share_the_crew(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [play(stencil(seed, 1, monkeypatch), 200) for seed in range(4)]
    batches = [stencil(seed, 3, monkeypatch) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda batch: play(batch, 200), batches)) == alone


def test_other_seats_can_be_watched_between_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, shared = stencil(3, 1, monkeypatch), stencil(3, 3, monkeypatch)
    monkeypatch.setattr(devices, "count_threads", lambda size: 3)
    for _ in range(20):
        for batch in (alone, shared):
            batch.step(batch.random_actions())
        for seat in range(2):
            assert alone.observe(seat).tobytes() == shared.observe(seat).tobytes()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_forked_process_has_threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = stencil(3, 2, monkeypatch)
    play(batch, 5)
    saved = batch.save()
    expected = play(batch, 30)
    batch.restore(saved)
    child = os.fork()
    if child == 0:
        os._exit(0 if play(batch, 30) == expected else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert play(batch, 30) == expected


def pretend(attend: object) -> Crew:
    """Three parts, and something else in the place of the work."""
    loops = SimpleNamespace(
        attend=attend,
        pass_on=pass_on,
        count_undone=lambda notes, patience: int((notes[LINE::LINE] > WAITING).sum()),
    )
    return Crew(loops, 3, 3, (), lambda: np.zeros(1))


def test_what_goes_wrong_in_a_thread_is_told_whoever_asked_for_the_work() -> None:
    def attend(notes: np.ndarray, at: int, *rest: object) -> int:
        if at == LEADER:
            return 2
        raise ArithmeticError("no such number")

    with pytest.raises(ArithmeticError, match="no such number"):
        pretend(attend).run(2)


def test_somebody_is_sent_before_the_work_begins_where_nobody_waits_for_it() -> None:
    done = []

    def attend(notes: np.ndarray, at: int, *rest: object) -> int:
        if at == LEADER:
            return 2
        if notes[at] > WAITING:
            done.append(at)
        notes[at] = ASLEEP
        return 0

    pretend(attend).run(2)
    assert sorted(done) == [LINE, 2 * LINE]


def test_nobody_is_sent_to_who_waits() -> None:
    crew = pretend(lambda *_: 0)
    crew.notes[LINE] = WAITING
    crew.notes[LEADER] = 2
    assert pass_on(crew.notes) == 1
    assert crew.notes[[LINE, 2 * LINE]].tolist() == [2, 2]
    assert crew.notes[[LINE + ABSENT, 2 * LINE + ABSENT]].tolist() == [0, 1]


def test_few_games_are_not_worth_a_second_thread() -> None:
    assert count_threads(1) == count_threads(64) == 1
    assert count_threads(1 << 20) == count_cores()


def test_what_was_looked_at_before_is_that_of_the_end_when_plays_were_played_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever had nothing left to play wrote masks of plays in which another still played."""
    monkeypatch.setattr(devices, "count_threads", lambda size: 2)
    batch, again = (Batch("quantum", size=3 * TAKEN, seed=seed) for seed in (3, 4))
    for _ in range(10):
        assert batch.mask.any()
        assert batch.observation.any()
        batch.play_out()
        again.restore(batch.save())
        assert batch.mask.tobytes() == again.mask.tobytes()
        assert batch.observation.tobytes() == again.observation.tobytes()
