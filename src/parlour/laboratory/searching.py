"""Searching rules for aims: rule sets are tried, each by some plays, and those that come closest are found."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import optuna
from optuna.trial import TrialState

from parlour.engine.options import OptionError
from parlour.laboratory.aims import Aim
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.plan import Plan
from parlour.laboratory.report import Telling, tell_nobody
from parlour.laboratory.runs import run_plan
from parlour.laboratory.varying import Varied, count_combinations

PATIENCE = 10  # how many proposals for each try, as some come again and some cannot be played by

Chosen = Mapping[str, str]  # values of the options that are varied, as text


@dataclass(frozen=True)
class Try:
    """A rule set, and what its plays told of each aim."""

    chosen: dict[str, str]  # nothing: the rules as they are
    values: dict[str, Any]
    found: tuple[Estimate, ...]
    distances: tuple[float, ...]

    def beats(self, other: "Try") -> bool:
        """Whether it is at least as close to every aim, and closer to one."""
        pairs = list(zip(self.distances, other.distances, strict=True))
        return all(own <= theirs for own, theirs in pairs) and any(own < theirs for own, theirs in pairs)


@dataclass(frozen=True)
class Search:
    """All that was tried; the first is the rules as they are."""

    aims: tuple[Aim, ...]
    tries: tuple[Try, ...]
    combinations: int
    refused: dict[str, int]  # why rule sets cannot be played by, and how many

    @property
    def front(self) -> list[Try]:
        """Those that no other beats, the closest to the first aim first."""
        best = [one for one in self.tries if not any(other.beats(one) for other in self.tries)]
        return sorted(best, key=lambda one: (one.distances, sorted(one.chosen.items())))

    def as_dict(self) -> dict[str, Any]:
        front = self.front
        return {
            "aims": [asdict(aim) for aim in self.aims],
            "combinations": self.combinations,
            "refused": self.refused,
            "tries": [
                {
                    "chosen": one.chosen,
                    "options": one.values,
                    "found": {aim.name: asdict(estimate) for aim, estimate in zip(self.aims, one.found, strict=True)},
                    "front": one in front,
                }
                for one in self.tries
            ],
        }


def search_rules(
    plan_of: Callable[[Chosen], Plan],
    varied: Sequence[Varied],
    aims: Sequence[Aim],
    tries: int,
    plays: int,
    seed: int = 0,
    workers: int | None = None,
    tell: Telling = tell_nobody,
) -> Search:
    """Try rule sets: all of them where there are no more than `tries`, and otherwise what Optuna proposes.

    `plan_of` makes a plan of chosen values, and raises OptionError where nobody can play by them. The plays of every
    try are kept, so a search that was interrupted goes on.
    """
    proposals = Proposals(list(varied), aims, tries, seed)
    made: list[Try] = []
    refused: dict[str, int] = {}

    def attempt(chosen: Chosen) -> Try:
        plan = plan_of(chosen)
        label = f"Try {len(made)} of {proposals.most}" if made else "The rules as they are"
        rows = run_plan(plan, plays, workers, lambda done, wanted: tell(label, done, wanted))
        found = tuple(aim.measure(rows) for aim in aims)
        distances = tuple(aim.distance(estimate) for aim, estimate in zip(aims, found, strict=True))
        return Try(dict(chosen), plan.values, found, distances)

    made.append(attempt({}))
    for chosen, answer in proposals:
        try:
            made.append(attempt(chosen))
        except OptionError as error:
            refused[str(error)] = refused.get(str(error), 0) + 1
            answer(None)
            continue
        answer(made[-1].distances)
    return Search(tuple(aims), tuple(made), proposals.combinations, refused)


Answer = Callable[[Sequence[float] | None], None]  # how far a proposal was from each aim; None: it cannot be played


class Proposals:
    """Rule sets to try, none twice, each with whom to tell what came of it."""

    def __init__(self, varied: list[Varied], aims: Sequence[Aim], tries: int, seed: int) -> None:
        self.varied, self.tries = varied, tries
        self.combinations = count_combinations(varied)
        self.most = min(tries, self.combinations)
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        sampler = optuna.samplers.TPESampler(seed=seed % 2**32)
        self.study = optuna.create_study(directions=["minimize"] * len(aims), sampler=sampler)

    def __iter__(self) -> Iterator[tuple[Chosen, Answer]]:
        if self.combinations <= self.tries:
            names = [one.option for one in self.varied]
            for values in product(*(one.values for one in self.varied)):
                yield dict(zip(names, values, strict=True)), lambda distances: None
            return
        known: dict[tuple[str, ...], Sequence[float] | None] = {}
        for _ in range(PATIENCE * self.tries):
            if len(known) == self.tries:
                return
            trial = self.study.ask()
            chosen = self._choose(trial)
            key = tuple(chosen.values())
            if key not in known:
                heard: list[Sequence[float] | None] = []
                yield chosen, heard.append
                known[key] = heard[0]
            self._answer(trial, known[key])

    def _choose(self, trial: optuna.Trial) -> dict[str, str]:
        chosen = {}
        for one in self.varied:
            if one.ordered:
                chosen[one.option] = one.values[trial.suggest_int(one.option, 0, len(one.values) - 1)]
            else:
                chosen[one.option] = trial.suggest_categorical(one.option, one.values)
        return chosen

    def _answer(self, trial: optuna.Trial, distances: Sequence[float] | None) -> None:
        if distances is None:
            self.study.tell(trial, state=TrialState.FAIL)
        else:
            self.study.tell(trial, list(distances))
