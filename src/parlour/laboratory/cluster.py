"""Plays on a Ray cluster: the same plays as here, in parts, by whichever of its workers is free."""

import os
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import ray
from ray.exceptions import RayError

from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.runs import Kind, T, play_elsewhere, split_lucks, stamp_plan

OWN = "ray"  # the cluster that RAY_ADDRESS names, or one of this machine alone
ADDRESS = re.compile(r"(ray://)?[\w.-]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")
SETTINGS = {  # of Ray's own, unless somebody set them
    "RAY_USAGE_STATS_ENABLED": "0",  # it would tell its makers
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # and warn of GPUs that nobody uses
}
REACH_SECONDS = 10  # Ray itself tries for minutes
RETRIES = 5  # of a part whose worker, or the machine it was on, died


def check_address(on: str) -> str:
    """The address of a cluster as somebody wrote it. Raises LaboratoryError."""
    if on != OWN and not ADDRESS.fullmatch(on):
        raise LaboratoryError(f"{on!r} is not a cluster: expected {OWN}, ray://host:10001 or host:6379")
    return on


@contextmanager
def playing_on(on: str) -> Iterator[None]:
    """Within it, runs play on that cluster, to which they connect when there is something to play."""
    cluster = Cluster(check_address(on))
    try:
        with play_elsewhere(cluster.play_all):
            yield
    finally:
        cluster.leave()


class Cluster:
    def __init__(self, on: str) -> None:
        self.on = on
        self._joined = False

    def play_all(self, kind: Kind[T], plan: Plan, lucks: Sequence[int]) -> Iterator[list[T]]:
        """The plays in parts as they are finished, in no certain order. Raises LaboratoryError."""
        self._join()
        stamp = stamp_plan(plan)
        play = ray.remote(play_part).options(max_retries=RETRIES)
        parts = split_lucks(lucks, max(1, int(ray.cluster_resources().get("CPU", 1))))
        waiting = [play.remote(kind.work, plan, part) for part in parts]
        try:
            while waiting:
                done, waiting = ray.wait(waiting)
                for theirs, played in ray.get(done):
                    if theirs != stamp:
                        raise LaboratoryError(
                            "a machine of the cluster would play unlike this one: expected the same version of "
                            "Parlour, Python packages and games on each"
                        )
                    yield played
        except RayError as error:
            reason = str(error).strip().splitlines()[-1]
            raise LaboratoryError(f"the cluster could not play: {reason}. What was played is kept") from error
        finally:
            for part in waiting:
                ray.cancel(part, force=True)

    def _join(self) -> None:
        if self._joined or ray.is_initialized():
            return
        for name, value in SETTINGS.items():
            os.environ.setdefault(name, value)
        given: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.on != OWN:
            given["address"] = self.on
        elif "RAY_ADDRESS" not in os.environ:
            given |= {"address": "local", "include_dashboard": False}
        try:
            if self.on != OWN:
                host, _, port = self.on.removeprefix("ray://").rpartition(":")
                socket.create_connection((host.strip("[]"), int(port)), REACH_SECONDS).close()
            ray.init(**given)
        except (RuntimeError, ValueError, OverflowError, ImportError, OSError) as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise LaboratoryError(f"the cluster {self.on} cannot be reached: {reason}") from None
        self._joined = True

    def leave(self) -> None:
        if self._joined:
            ray.shutdown()
            self._joined = False


def play_part(work: Any, plan: Plan, lucks: Sequence[int]) -> tuple[str, list[Any]]:
    """Some plays, as a worker of the cluster plays them, and what decides them there."""
    return stamp_plan(plan), work(plan, lucks)
