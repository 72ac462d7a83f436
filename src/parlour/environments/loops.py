"""The games of a batch one after another: a template for Python, and for the threads of a processor."""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import WORD, write_flags
from parlour.engine.contract import ACTIONS, Weights
from parlour.engine.notes import exchange, look, tell
from parlour.environments.stepping import (
    CHOOSE,
    FILL,
    MOST,
    OBSERVE,
    PLAY_OUT,
    STEP,
    WORDS,
    choose_action,
    is_in_set,
    observe_game,
    play_out_game,
    step_game,
)

BUSY, ASLEEP, WAITING = -1, 0, 1  # what a note says: somebody works, nobody is there, somebody waits; or it is work
LEADER = 0  # the note of whoever asks for the work
NEXT = 1  # beside it: the first game that nobody has taken yet, where games take more or less long
ABSENT = 1  # beside every other: whether nobody was there when the latest work was written
TAKEN = 64  # games at a time: neighbours write to the same lines of a cache
LINE = 16  # from note to note, so that no two of them share a line of a cache


def pass_on(notes: NDArray[Any]) -> int:
    """Write the leader's work to all other notes; returns at how many of them nobody is there to read it."""
    work = look(notes, LEADER)
    absent = 0
    for at in range(LINE, len(notes), LINE):
        is_there = exchange(notes, at, WAITING, work)
        if not is_there:
            tell(notes, at, work)
            absent += 1
        tell(notes, at + ABSENT, not is_there)
    return absent


def count_undone(notes: NDArray[Any], patience: int) -> int:
    """How many notes are not done with after waiting for a while."""
    undone = 0
    for at in range(LINE, len(notes), LINE):
        while patience > 0 and is_undone(look(notes, at)):
            patience -= 1
        undone += is_undone(look(notes, at))
    return undone


def is_undone(note: int) -> bool:
    return note == BUSY or note > WAITING


def attend(
    notes: NDArray[Any],
    at: int,
    first: int,
    last: int,
    patience: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    actions: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
    flags: NDArray[Any],
    seats: NDArray[Any],
    observations: NDArray[Any],
    choices: NDArray[Any],
    weights: Weights,
) -> int:
    """Do what a note says, as long as something new is written there soon enough.

    The leader, whose work was passed on, does its own part and returns how many others have not done theirs.
    """
    if at != LEADER:
        exchange(notes, at, ASLEEP, WAITING)
    left = patience
    while True:
        work = look(notes, at)
        if work > WAITING and exchange(notes, at, work, BUSY):
            if work & STEP != 0:
                step_games(first, last, states, options, chosen, luck, actions, sets, to_move, rewards, over, weights)
            if work & PLAY_OUT != 0:
                play_out_games(
                    notes,
                    work // MOST,
                    states,
                    options,
                    chosen,
                    luck,
                    choices,
                    sets,
                    to_move,
                    rewards,
                    over,
                    weights,
                )
            if work & FILL != 0:
                fill_masks(first, last, sets, flags)
            if work & OBSERVE != 0:
                observe_games(first, last, states, options, chosen, seats, observations)
            if work & CHOOSE != 0:
                choose_actions(first, last, sets, luck, choices)
            tell(notes, at, WAITING)
            if at == LEADER:
                return count_undone(notes, patience)
            left = patience
        elif left > 0:
            left -= 1
        elif exchange(notes, at, WAITING, ASLEEP) or look(notes, at) == ASLEEP:
            return 0


def step_games(
    first: int,
    last: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    actions: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
    weights: Weights,
) -> None:
    for i in range(first, last):
        step_game(i, states, options, chosen, luck, actions, sets, to_move, rewards, over, sets[i], weights)


def play_out_games(
    notes: NDArray[Any],
    most: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    choices: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
    weights: Weights,
) -> None:
    """Some plays take much longer than others, so whoever is done with a few of them takes the next."""
    first = take_games(notes)
    while first < len(to_move):
        for i in range(first, min(first + TAKEN, len(to_move))):
            play_out_game(
                i, most, states, options, chosen, luck, choices, sets, to_move, rewards, over, sets[i], weights
            )
        first = take_games(notes)


def take_games(notes: NDArray[Any]) -> int:
    """The first of a few games that nobody else will take."""
    first = look(notes, NEXT)
    while not exchange(notes, NEXT, first, first + TAKEN):
        first = look(notes, NEXT)
    return first


def fill_masks(first: int, last: int, sets: NDArray[Any], flags: NDArray[Any]) -> None:
    """Write the flags of all sets in a row, a word at a time. What is written beyond the end of one is where others
    begin, which come later; the last have none after them and are written flag by flag."""
    whole = max(first, last - (WORDS * WORD + ACTIONS - 1) // ACTIONS)
    for i in range(first, whole):
        for k in range(WORDS):
            write_flags(flags, i * ACTIONS + k * WORD, int(sets[i, k]))
    for i in range(whole, last):
        for code in range(ACTIONS):
            flags[i * ACTIONS + code] = is_in_set(i, sets, code)


def observe_games(
    first: int,
    last: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    seats: NDArray[Any],
    observations: NDArray[Any],
) -> None:
    for i in range(first, last):
        for n in range(observations.shape[1]):
            observations[i, n] = 0.0
        observe_game(i, states, options, chosen, seats, observations)


def choose_actions(first: int, last: int, sets: NDArray[Any], luck: NDArray[Any], choices: NDArray[Any]) -> None:
    for i in range(first, last):
        choose_action(i, sets, luck, choices)


def check_actions(actions: NDArray[Any], sets: NDArray[Any], none: int) -> int:
    """The first game whose action is not legal, or a number for none."""
    for i in range(len(actions)):
        if not is_in_set(i, sets, int(actions[i])):
            return i
    return none
