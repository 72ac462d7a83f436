"""One game of a batch: a template in the language of rules, bound for each game to every target.

`loops.py` goes through many on a processor, `kernels.py` has a thread of a GPU for each. `i` is always the number of
the game in its batch; `arrays` of a batch are told in `batch.py`.
"""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.bits import as_set, clear_actions, count_bits, select_bit, store_actions
from parlour.engine.contract import (
    ACTIONS,
    CHANCE,
    OVER,
    SEATS,
    Record,
    Weights,
    apply,
    case,
    cases,
    chance,
    legal,
    score,
    setup,
)
from parlour.engine.local import clear_record, record_at
from parlour.engine.shares import clear_weights, find_share
from parlour.environments.luck import CHANCE_DRAWS, CHOICES, next_below

BEGIN = -1  # in the place of an action: a new play
STEP, PLAY_OUT, FILL, OBSERVE, CHOOSE = 2, 4, 8, 16, 32  # what can be done in all games: a sum, or to play out alone
MOST = 64  # times this, added to the work: how many actions at most are played before a play is left unfinished
FOUR_ONES = 0x01010101  # in every byte 1
FOUR_TIMES = 0x00204081  # what bits are multiplied with to stand four times, each seven places further
WORDS = 0  # of 64 bits, for a set of actions


def observe(s: Record, o: Record, seat: int, out: NDArray[Any]) -> None:
    """What a seat sees, as numbers; the array comes zeroed. A game's own takes its place."""


def step_game(
    i: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    actions: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
    words: NDArray[Any],
    weights: Weights,
) -> None:
    """Play an action and all that chance does next, up to the next decision; where a play ends, begin another."""
    s = record_at(states, i)
    if over[i]:
        over[i] = False
        for seat in range(SEATS):
            rewards[i, seat] = 0.0
    code = int(actions[i])
    while True:
        if code == BEGIN:
            begin_play(i, s, options, chosen, luck)
        else:
            apply(s, record_at(options, chosen[i]), code)
        if s.to_move == CHANCE:
            code = draw_outcome(i, s, record_at(options, chosen[i]), luck, weights)
        elif s.to_move == OVER:
            score(s, record_at(options, chosen[i]), rewards[i])
            over[i] = True
            code = BEGIN
        else:
            break
    to_move[i] = s.to_move
    allowed = as_set(words)
    clear_actions(allowed)
    legal(s, record_at(options, chosen[i]), allowed)
    store_actions(allowed, sets, i)


def play_out_game(
    i: int,
    most: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    luck: NDArray[Any],
    actions: NDArray[Any],
    sets: NDArray[Any],
    to_move: NDArray[Any],
    rewards: NDArray[Any],
    over: NDArray[Any],
    words: NDArray[Any],
    weights: Weights,
) -> None:
    """Play random actions until the play is over, or so many of them were played."""
    for _ in range(most):
        choose_action(i, sets, luck, actions)
        step_game(i, states, options, chosen, luck, actions, sets, to_move, rewards, over, words, weights)
        if over[i]:
            break


def draw_outcome(i: int, s: Record, o: Record, luck: NDArray[Any], weights: Weights) -> int:
    n = cases(s, o)
    if n > 0:
        return case(s, o, next_below(luck, i, CHANCE_DRAWS, n))
    clear_weights(weights)
    return find_share(weights, next_below(luck, i, CHANCE_DRAWS, chance(s, o, weights)))


def begin_play(i: int, s: Record, options: NDArray[Any], chosen: NDArray[Any], luck: NDArray[Any]) -> None:
    """Set up a new play; where there are several sets of options, one of them is drawn."""
    if len(options) > 1:
        chosen[i] = next_below(luck, i, CHANCE_DRAWS, len(options))
    clear_record(s)
    setup(s, record_at(options, chosen[i]))


def observe_game(
    i: int,
    states: NDArray[Any],
    options: NDArray[Any],
    chosen: NDArray[Any],
    seats: NDArray[Any],
    observations: NDArray[Any],
) -> None:
    """Write what the seat `seats[i]` sees; the observations come zeroed."""
    observe(record_at(states, i), record_at(options, chosen[i]), int(seats[i]), observations[i])


def choose_action(i: int, sets: NDArray[Any], luck: NDArray[Any], actions: NDArray[Any]) -> None:
    """Draw one of the actions of a set, each as likely as any other."""
    word = int(sets[i, 0])
    here = count_bits(word)
    n = here
    for k in range(1, WORDS):
        n += count_bits(int(sets[i, k]))
    left = next_below(luck, i, CHOICES, n)
    k = 0
    while k + 1 < WORDS and left >= here:
        left -= here
        k += 1
        word = int(sets[i, k])
        here = count_bits(word)
    actions[i] = (k << 6) + select_bit(word, left)


def is_in_set(i: int, sets: NDArray[Any], code: int) -> bool:
    return 0 <= code < ACTIONS and int(sets[i, code >> 6]) >> (code & 63) & 1 == 1


def eight_flags(at: int, sets: NDArray[Any]) -> int:
    """Eight flags of a mask as the bytes of one number; the flags of all games are counted through in a row."""
    i = at * 8 // ACTIONS
    code = at * 8 - i * ACTIONS
    if ACTIONS < 8:  # there may be several games in one number
        return flag_by_flag(i, code, sets)
    k, place = code >> 6, code & 63
    bits = int(sets[i, k]) >> place
    if place > 56:  # some are in the next word, unless it was the last
        bits &= 255 >> place - 56
        if k + 1 < WORDS:
            bits |= int(sets[i, k + 1]) << 64 - place
    if code + 8 > ACTIONS and i + 1 < len(sets):  # and some are the next game's
        bits |= int(sets[i + 1, 0]) << ACTIONS - code
    return spread(bits & 255)


def flag_by_flag(i: int, code: int, sets: NDArray[Any]) -> int:
    flags = 0
    for k in range(8):
        if i < len(sets):
            flags |= (int(sets[i, 0]) >> code & 1) << 8 * k
        code += 1
        if code == ACTIONS:
            code = 0
            i += 1
    return flags


def spread(bits: int) -> int:
    """Eight bits as eight bytes, each 0 or 1."""
    return spread_four(bits & 15) | spread_four(bits >> 4) << 32


def spread_four(bits: int) -> int:
    """Each of four bits moves seven places further than the one before it."""
    return bits * FOUR_TIMES & FOUR_ONES
