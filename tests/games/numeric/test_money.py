"""Money is neither made nor lost: R12 and N42 over random plays of all games under random options."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine import moves
from parlour.engine.play import Play
from parlour.games.numeric.state import Action, Event
from tests.games.numeric.tabletop import GAME, VARIANTS, money

PLIES = 120
BANK = -1  # whoever pays what no side pays
PAID = (Event.EARNS, Event.BONUS, Event.RECEIVES)
MOVES_MONEY = (*PAID, Event.PAYS, Event.GIVES)


def moved(event: moves.Event) -> tuple[int, int, int]:
    """Who paid, who was paid, and how much, by what an event says."""
    a, b, c = event.numbers
    if event.kind in PAID:
        return BANK, a, b
    if event.kind == Event.PAYS:
        return a, BANK, b
    return a, b, c


def random_play(variant: str, rng: random.Random, poor: bool) -> Play:
    """A play under random options; one of poor sides has cards that cost them dear."""
    fixed: dict[str, Any] = {"variant": variant}
    if poor and variant != "basic":
        fixed |= {"cards": True, "starting_money": rng.choice((0, 20, 100))}
    return Play(GAME, GAME.sample(rng, fixed))


def step(play: Play, rng: random.Random) -> None:
    """Something that may happen now; sides seldom pass or end the game, and a referee calls now and then."""
    calls = sorted(set(play.calls) - {"clock"})
    if calls and rng.random() < 0.05:
        play.call(rng.choice(calls))
    elif play.at_chance:
        play.roll(rng)
    else:
        legal = play.legal_codes()
        wanted = [code for code in legal if code not in (Action.PASS, Action.END)] if rng.random() < 0.9 else []
        play.push(rng.choice(wanted or legal))


def check_step(play: Play, rng: random.Random) -> Counter[int]:
    """Play on, and see that every purse changed by what the events say; returns the kinds of those events."""
    before = [*money(play), 0]
    held = sum(before)
    step(play, rng)
    events = [event for event in play.events if event.ply == play.ply and event.kind in MOVES_MONEY]
    for payer, taker, amount in map(moved, events):
        assert amount >= 0
        assert payer != taker
        before[payer] -= amount
        before[taker] += amount
        assert payer == BANK or before[payer] >= 0, "nobody pays what he has not"
    assert before[:-1] == money(play)
    assert before[BANK] == held - sum(money(play)), "what the bank has paid is what all have more"
    return Counter(event.kind for event in events)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), poor=st.booleans())
def test_R12_N42_every_pound_is_accounted_for(variant: str, seed: int, poor: bool) -> None:
    rng = random.Random(seed)
    play = random_play(variant, rng, poor)
    assert money(play) == [play.values["starting_money"]] * play.seats
    while not play.over and play.ply < PLIES:
        check_step(play, rng)


@pytest.mark.parametrize("variant", VARIANTS)
def test_R12_R72_the_plays_move_money_in_every_way(variant: str) -> None:
    rng = random.Random(variant)
    seen: Counter[int] = Counter()
    for _ in range(12):
        play = random_play(variant, rng, poor=True)
        while not play.over and play.ply < PLIES:
            seen += check_step(play, rng)
    ways = {"basic": {Event.EARNS}, "counters": set(MOVES_MONEY)}
    assert set(seen) == ways.get(variant, set(MOVES_MONEY) - {Event.BONUS})
