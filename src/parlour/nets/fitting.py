"""A net fitted to positions by PyTorch: on a GPU where there is one, by Adam, some thousand positions at a time.

Beside plays from which a net learns one position after another, this finds far better weights for the same positions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.nets.positions import Gathered
from parlour.search.weights import PARTS, Weights

AT_ONCE = 8192  # positions that weights are moved by
SLOWEST = 0.002  # the part of the rate that is left at the end
TESTED = 50  # every so many-th position is kept to see how well the net does with what it was not fitted to
STEPS_TOLD = 500  # between two tellings
LOADED = 100_000  # positions that are laid out at a time

Telling = Callable[[float], None]  # the part that is done


class NoTorch(RuntimeError):
    """PyTorch is not installed; the message says how to get it."""


class TooFew(ValueError):
    """Too few positions to fit a net to; the message says how many."""


@dataclass(frozen=True)
class Fitting:
    """How a net is fitted."""

    passes: float = 100.0  # how often each position is looked at, on average
    rate: float = 0.002  # of Adam's, at first
    seed: int = 1


@dataclass(frozen=True)
class Fit:
    """How well the answers of a kind of positions came to be, by the loss on those kept back."""

    kind: int
    positions: int
    before: float  # of the older net
    after: float

    @property
    def is_better(self) -> bool:
        return self.after < self.before


def load_torch() -> Any:
    """PyTorch. Raises NoTorch."""
    try:
        return import_module("torch")
    except ImportError:
        raise NoTorch("PyTorch is not installed: pip install 'parlour[train]'") from None


def fit_net(
    old: Weights, weights: Weights, gathered: Gathered, plan: Fitting, tell: Telling
) -> tuple[Weights, list[Fit]]:
    """New weights, from those given on, and how well they fit, compared with old ones. Raises NoTorch and TooFew.

    Where they have as many hidden units as the older net, or more, they begin by answering as it does. Kinds of
    positions that it answers as well, or of which there are hardly any, are left so then.
    """
    torch = load_torch()
    torch.manual_seed(plan.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    new, fits = weights.copy(), []
    begun = old.width if weights.width >= old.width else 0  # hidden units that know something already
    starts = np.concatenate([[0], np.cumsum(gathered.counts)])
    rng = np.random.default_rng(plan.seed)
    for kind in range(len(new.bias)):
        of_kind = rng.permutation(np.flatnonzero(gathered.kinds == kind))
        if len(of_kind) < TESTED and begun:
            continue
        if len(of_kind) < TESTED:
            raise TooFew(
                f"there are only {len(of_kind)} positions of one kind: expected at least {TESTED}; gather more"
            )
        kept, used = of_kind[::TESTED], np.delete(of_kind, np.s_[::TESTED])
        shape = (weights.card["seats"], weights.card["shares"])
        seen, wanted = _lay_out(torch, gathered, starts, used, weights.inward.shape[1], device)
        parts = [torch.tensor(getattr(new, part)[kind], device=device, requires_grad=True) for part in PARTS]
        steps = max(1, int(plan.passes * len(used) / AT_ONCE))
        adam = torch.optim.Adam(parts, lr=plan.rate, eps=1e-7)
        for step in range(steps):
            adam.param_groups[0]["lr"] = plan.rate * max(SLOWEST, (1 - step / steps) ** 1.5)
            drawn = torch.randint(len(used), (min(AT_ONCE, len(used)),), device=device)
            loss = _loss(torch, _answer(seen[drawn].float(), parts), wanted[drawn], shape)
            adam.zero_grad()
            loss.backward()
            adam.step()
            if step % STEPS_TOLD == 0:
                tell((kind + step / steps) / len(new.bias))
        was_seen = (seen != 0).any(0).cpu().numpy()
        with torch.no_grad():
            tested, right = _lay_out(torch, gathered, starts, kept, weights.inward.shape[1], device)
            others = [torch.tensor(getattr(old, part)[kind], device=device) for part in PARTS]
            before = float(_loss(torch, _answer(tested.float(), others), right, shape))
            after = float(_loss(torch, _answer(tested.float(), parts), right, shape))
        fits.append(Fit(kind, len(of_kind), before, after))
        _put(new, kind, [tensor.detach().cpu().numpy() for tensor in parts])
        new.inward[kind, ~was_seen, begun:] = 0.0  # nothing was learnt about numbers that were always 0
        if begun and not fits[-1].is_better:
            _put(new, kind, [getattr(weights, part)[kind] for part in PARTS])
    tell(1.0)
    return new, fits


def _put(weights: Weights, kind: int, parts: list[NDArray[np.float32]]) -> None:
    for name, part in zip(PARTS, parts, strict=True):
        getattr(weights, name)[kind] = part


def _lay_out(
    torch: Any, gathered: Gathered, starts: NDArray[np.int64], chosen: NDArray[np.int64], looked_at: int, device: str
) -> tuple[Any, Any]:
    """Positions as rows of all numbers, in half precision since there are so many, and the answers wanted."""
    rows = torch.zeros((len(chosen), looked_at), dtype=torch.float16, device=device)
    for first in range(0, len(chosen), LOADED):
        some = chosen[first : first + LOADED]
        counts = gathered.counts[some]
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(starts[some], counts) + within
        row = torch.from_numpy(np.repeat(np.arange(first, first + len(some)), counts)).to(device)
        place = torch.from_numpy(gathered.places[at].astype(np.int64)).to(device)
        rows[row, place] = torch.from_numpy(gathered.numbers[at].astype(np.float16)).to(device)
    return rows, torch.from_numpy(gathered.wanted[chosen]).to(device)


def _answer(seen: Any, parts: list[Any]) -> Any:
    """As `search/net.py` does, up to where shares are made of it."""
    inward, bias, outward, lift = parts
    hidden = seen @ inward + bias
    return hidden / (1 + hidden.abs()) @ outward.T + lift


def _loss(torch: Any, answers: Any, wanted: Any, shape: tuple[int, int]) -> Any:
    """How far the answers miss what was wanted: the shares of the win, which make 1 together, and all others."""
    answers, wanted = answers.view(-1, *shape), wanted.view(-1, *shape)
    won = -(wanted[:, :, 0] * torch.log_softmax(answers[:, :, 0], 1)).sum(1).mean()
    others = torch.nn.functional.binary_cross_entropy_with_logits(answers[:, :, 1:], wanted[:, :, 1:], reduction="none")
    return won + others.sum((1, 2)).mean()
