"""Fair dice: the published numbers, uniform draws, and every change of a record found out."""

import hashlib
import hmac
import json
import random
import re
from copy import copy
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.fairness import (
    commit_to,
    draw_number,
    draw_outcome,
    new_secret,
    new_seed,
    verify,
)
from parlour.engine.game import find_game, games
from parlour.engine.play import IllegalAction, Play
from parlour.engine.replay import read_record
from parlour.engine.seeds import check_digits, check_seed, fill_seeds

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("fairness_vectors.json").read_text())
PAGE = Path(__file__).parents[2] / "docs" / "fair-dice.md"
SECRET = bytes(range(32)).hex()
OTHER = bytes(range(1, 33)).hex()
LONGEST = 4000


def play_fairly(play: Play, rng: random.Random, plies: int, secret: str = SECRET) -> Play:
    """Moves at random and outcomes drawn, until the play is over or has gone far enough."""
    seeds = tuple(f"seat-{seat}" for seat in range(play.seats))
    play.tags = {"Commitment": commit_to(secret), "Seeds": "|".join(seeds), "Secret": secret}
    for _ in range(plies):
        if play.over:
            break
        play.push(draw_outcome(play, secret, seeds) if play.at_chance else rng.choice(play.legal_codes()))
    return play


@cache
def quatro() -> Play:
    """The first 80 plies of a play, most of them moves after throws of two dice. To be copied."""
    return play_fairly(parlour.new("quatro", "two"), random.Random(1), 80)


def plies_of_chance(play: Play) -> list[int]:
    found, past = [], copy(play)
    while past.ply:
        past.undo()
        if past.at_chance:
            found.append(past.ply)
    return found[::-1]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_published_vectors(vector: dict[str, Any]) -> None:
    assert commit_to(vector["secret"]) == vector["commitment"]
    drawn = draw_number(vector["secret"], vector["seeds"], vector["codes"], int(vector["total"]))
    assert drawn == int(vector["number"])


def test_vectors_cover_what_another_program_may_get_wrong() -> None:
    assert {1, 2, 6, 36, 1000003, 2**63 + 1, 2**64} <= {int(vector["total"]) for vector in VECTORS}
    assert max(vector["attempt"] for vector in VECTORS) > 1
    assert {1, 2, 3, 8} <= {len(vector["seeds"]) for vector in VECTORS}
    assert min(len(vector["codes"]) for vector in VECTORS) == 0


def test_a_draw_computed_by_hand() -> None:
    """The message written out, and a total under which the first two attempts are refused."""
    vector = next(vector for vector in VECTORS if vector["attempt"] == 2)
    total, (code,) = int(vector["total"]), vector["codes"]
    assert vector["seeds"] == ["ann", "ben"]
    numbers = []
    for attempt in (b"0", b"1", b"2"):
        message = b"parlour-dice-1\nann|ben\n" + b"%d" % code + b"\n" + attempt
        digits = hmac.new(bytes.fromhex(vector["secret"]), message, hashlib.sha256).hexdigest()
        numbers.append(int(digits[:16], 16))
    assert total == 9223372036854775809
    assert numbers[0] >= total  # twice the total is more than 2^64, so the limit is the total
    assert numbers[1] >= total
    assert numbers[2] == int(vector["number"])


def test_the_page_shows_the_published_numbers() -> None:
    cells = [line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    shown = [[re.sub(r"[`\s]", "", cell.replace("\\", "")) for cell in row] for row in cells]
    known = {
        (v["secret"], ",".join(v["seeds"]), ",".join(map(str, v["codes"])), v["total"], str(v["attempt"]), v["number"])
        for v in VECTORS
    }
    assert len(shown) >= 6
    for row in shown:
        assert tuple(row) in known, f"{row} is not among the vectors"


@pytest.mark.parametrize(
    ("total", "most"),
    [(6, 20.5), (36, 66.6)],  # chi-square with 5 and 35 degrees of freedom exceeds this once in a thousand times
)
def test_draws_are_uniform_over_histories(total: int, most: float) -> None:
    rng, draws = random.Random(1883), 200 * total
    counts = [0] * total
    for _ in range(draws):
        codes = [rng.randrange(83) for _ in range(rng.randrange(40))] + [rng.randrange(10**6)]
        counts[draw_number(SECRET, ["ann", "ben"], codes, total)] += 1
    mean = draws / total
    assert sum((count - mean) ** 2 / mean for count in counts) < most


def test_rejection_keeps_large_totals_uniform() -> None:
    """Without it the first third would come up half of the time."""
    third = 2**62
    counts = [0, 0, 0]
    for code in range(3000):
        counts[draw_number(SECRET, ["ann"], [code], 3 * third) // third] += 1
    assert all(900 < count < 1100 for count in counts)


def test_new_secrets_and_seeds_differ_and_have_their_form() -> None:
    assert check_digits(new_secret()) != check_digits(new_secret())
    assert check_seed(new_seed()) != check_seed(new_seed())
    assert commit_to("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()


@pytest.mark.parametrize("seed", ["", "x" * 65, "a b", "a|b", "ann\n", "é", "１", "a,b"])
def test_what_cannot_be_a_seed(seed: str) -> None:
    with pytest.raises(ValueError, match="cannot be a seed: expected 1 to 64 of a to z, A to Z, 0 to 9, - and _"):
        check_seed(seed)
    with pytest.raises(ValueError, match="cannot be a seed"):
        draw_number(SECRET, ["ann", seed], [], 6)


@pytest.mark.parametrize("seed", ["a", "x" * 64, "-", "_", "Ann-7_"])
def test_what_can_be_a_seed(seed: str) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize(
    ("secret", "seeds", "total", "message"),
    [
        (SECRET.upper(), ["ann"], 6, "is not written in 64 hexadecimal digits: expected 0 to 9 and a to f"),
        (SECRET[2:], ["ann"], 6, "is not written in 64 hexadecimal digits"),
        (SECRET, [], 6, r"seeds cannot be \[\]: expected a list of them, one for each seat"),
        (SECRET, "ann", 6, "seeds cannot be 'ann': expected a list"),
        (SECRET, ["ann"], 0, r"cannot draw one of 0: expected 1 to 2\^64"),
        (SECRET, ["ann"], 2**64 + 1, "cannot draw one of 18446744073709551617"),
    ],
)
def test_draws_that_make_no_sense(secret: str, seeds: list[str], total: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw_number(secret, seeds, [], total)


def test_an_outcome_is_the_one_in_which_the_number_lies() -> None:
    """The definition told again: outcomes in order of code, end to end, each as long as its weight."""
    play, seeds, unequal = copy(quatro()), ["seat-0", "seat-1"], 0
    for ply in reversed(plies_of_chance(play)):
        play.undo(play.ply - ply)
        line = [outcome.code for outcome in play.outcomes for _ in range(outcome.weight)]
        unequal += len({outcome.weight for outcome in play.outcomes}) > 1
        assert draw_outcome(play, SECRET, seeds) == line[draw_number(SECRET, seeds, play.codes, len(line))]
    assert unequal > 10


def test_nothing_is_drawn_where_chance_decides_nothing() -> None:
    play = parlour.new("stencil", first_player="red", plate_choice="fixed", games=1)
    with pytest.raises(IllegalAction, match="nothing to draw: a seat is to move"):
        draw_outcome(play, SECRET, ["ann", "ben"])
    play = parlour.new("stencil", first_player="red", plate_choice="fixed", white_plate="K4", games=1)
    play.push("c2 b3 d2 a4 d4 c4 @2")
    with pytest.raises(IllegalAction, match="the play is over"):
        draw_outcome(play, SECRET, ["ann", "ben"])


@settings(max_examples=20)
@given(st.data())
def test_a_move_taken_back_and_played_again_brings_the_same_dice(data: st.DataObject) -> None:
    play, seeds = copy(quatro()), ["seat-0", "seat-1"]
    ply = data.draw(st.sampled_from(plies_of_chance(play)[2:]))
    codes = list(play.codes)
    back = data.draw(st.integers(1, ply))
    play.undo(play.ply - ply + back)
    for code in codes[ply - back : ply]:
        play.push(code)
    assert draw_outcome(play, SECRET, seeds) == codes[ply]


def test_another_move_brings_other_dice() -> None:
    """Two moves in another order reach the same position, and fresh dice."""
    drawn = set()
    for first, second in (("9/6", "9/8"), ("9/8", "9/6"), ("9/6", "36/35"), ("36/33", "9/8"), ("36/35", "36/33")):
        play = parlour.new("quatro", "two")
        play.push(f"start:A 31: {first} {second}")
        assert play.at_chance
        drawn.add(draw_outcome(play, SECRET, ["ann", "ben"]))
    assert len(drawn) > 1


@pytest.mark.parametrize("name", games())
def test_a_whole_play_of_every_game_verifies_from_its_record(name: str) -> None:
    game = games()[name]
    play = play_fairly(Play(game, game.settle(**game.brisk)), random.Random(name), LONGEST)
    assert play.over
    again = read_record(play.record())
    assert again.tags == play.tags
    assert again.record() == play.record()
    verdict = verify(again)
    assert verdict.fair, verdict.sentences
    assert verdict.sentences[0] == "The secret is the one that was committed to."
    outcomes = len(plies_of_chance(play))
    assert verdict.sentences[1].startswith("The one" if outcomes == 1 else f"All {outcomes} outcomes are as drawn")
    assert play.tags["Commitment"] in verdict.sentences[2]


def test_a_play_set_up_from_a_position_verifies() -> None:
    play = parlour.new("quatro", "two")
    play.push("start:A 31: 9/6 9/8")
    play.place(play.position)
    again = read_record(play_fairly(play, random.Random(2), 30).record())
    assert again.placed
    assert verify(again).fair


def test_a_call_by_the_referee_is_no_outcome_even_where_chance_is_asked() -> None:
    play, rng = parlour.new("numeric", end="time_limit(5)"), random.Random(3)
    while play.ply < 8 or not play.at_chance:
        play_fairly(play, rng, 1)
    called = play.ply
    play.call("clock")
    play_fairly(play, rng, 8)
    asked = plies_of_chance(play)
    assert called in asked
    verdict = verify(read_record(play.record()))
    assert verdict.fair
    assert verdict.sentences[1].startswith(f"All {len(asked) - 1} outcomes")


@settings(max_examples=25)
@given(st.data())
def test_changing_any_outcome_is_detected(data: st.DataObject) -> None:
    """Even if all that follows is drawn as it should be after the changed one."""
    play = copy(quatro())
    ply = data.draw(st.sampled_from(plies_of_chance(play)))
    true = play.codes[ply]
    play.undo(play.ply - ply)
    others = [outcome for outcome in play.outcomes if outcome.code != true]
    wanted = next(outcome.notation for outcome in play.outcomes if outcome.code == true)
    false = data.draw(st.sampled_from(others))
    play.push(false.code)
    play_fairly(play, random.Random(data.draw(st.integers(0, 99))), data.draw(st.integers(0, 20)))
    verdict = verify(read_record(play.record()))
    assert not verdict.fair
    assert f"the first that was not drawn is ply {ply + 1}, in turn " in verdict.sentences[1]
    assert f"should have been {wanted}, but the record says {false.notation}." in verdict.sentences[1]
    assert verdict.sentences[-1] == "The dice were not fair, or the record was changed."


@settings(max_examples=25)
@given(st.sampled_from(["Commitment", "Secret", "Seeds"]), st.integers(0, 63), st.sampled_from("0123456789abcdef"))
def test_changing_commitment_secret_or_seeds_is_detected(name: str, at: int, digit: str) -> None:
    play = copy(quatro())
    value = play.tags[name]
    at %= len(value)
    changed = value[:at] + digit + value[at + 1 :]
    if changed == value or (name == "Seeds" and "|" not in changed):
        changed = value[::-1]
    play.tags[name] = changed
    verdict = verify(read_record(play.record()))
    assert not verdict.fair
    promise, found = verdict.sentences[:2]
    assert promise.startswith("The secret is the one" if name == "Seeds" else "The secret is not the one")
    assert found.startswith("All " if name == "Commitment" else "Of ")


# Where seeds come from


def seeded(origins: str, given: str, names: tuple[str, ...] = ("Ann", "Ben", "Cem", "Dot")) -> Play:
    """A play of four whose record says where the seeds come from."""
    play = Play(find_game("quatro"), find_game("quatro").settle("four"), names)
    seeds = fill_seeds(commit_to(SECRET), given.split("|"))
    play.tags = {"Commitment": commit_to(SECRET), "Seeds": "|".join(seeds), "Seeded": origins, "Secret": SECRET}
    rng = random.Random(4)
    for _ in range(40):
        play.push(draw_outcome(play, SECRET, seeds) if play.at_chance else rng.choice(play.legal_codes()))
    return play


def test_a_seed_derived_by_hand() -> None:
    commitment = commit_to(SECRET)
    message = b"parlour-seeds-1\n" + commitment.encode() + b"\nann||cem|\n3"
    filled = fill_seeds(commitment, ["ann", "", "cem", ""])
    assert filled[3] == hashlib.sha256(message).hexdigest()
    assert filled[3] == check_seed(filled[3]) != filled[1]
    assert (filled[0], filled[2]) == ("ann", "cem")


@pytest.mark.parametrize(
    ("origins", "given", "told", "conclusion"),
    [
        (
            "own|derived|own|derived",
            "ann||cem|",
            [
                "Chosen by the players themselves: the seeds of Ann, Cem.",
                "Following from that, and chosen by nobody: the seeds of Ben, Dot.",
            ],
            "So nobody could steer the dice alone, provided that your seed is in its place among ann, ",
        ),
        (
            "derived|derived|derived|own",
            "|||dot",
            [
                "Chosen by the players themselves: the seed of Dot.",
                "Following from that, and chosen by nobody: the seeds of Ann, Ben, Cem.",
            ],
            "So nobody could steer the dice, provided that your seed is in its place among ",
        ),
        (
            "own|own|own|own",
            "a|b|c|d",
            ["Chosen by the players themselves: the seeds of Ann, Ben, Cem, Dot."],
            "So nobody could steer the dice alone, provided that your seed is in its place among a, b, c, d, and that",
        ),
        (
            "derived|derived|derived|derived",
            "|||",
            [],
            "The server chose all numbers: this shows that the throws were decided before the play began",
        ),
    ],
)
def test_the_verdict_tells_who_chose_the_seeds(origins: str, given: str, told: list[str], conclusion: str) -> None:
    verdict = verify(read_record(seeded(origins, given).record()))
    assert verdict.fair, verdict.sentences
    assert list(verdict.sentences[2:-1]) == told
    assert verdict.sentences[-1].startswith(conclusion)


def test_a_derived_seed_that_was_chosen_is_detected() -> None:
    """Even if the dice are those that it brings."""
    play = seeded("own|own|own|own", "a|b|c|d", ())
    play.tags["Seeded"] = "own|own|derived|own"
    verdict = verify(read_record(play.record()))
    assert not verdict.fair
    assert "The seed of player 3 does not follow from those that were given, as it should." in verdict.sentences
    assert verdict.sentences[-1] == "The dice were not fair, or the record was changed."


def test_a_given_seed_that_is_passed_off_as_the_seats_own_changes_the_others() -> None:
    play = seeded("own|derived|derived|derived", "ann|||")
    play.tags["Seeded"] = "own|own|derived|derived"
    assert not verify(play).fair


def test_a_secret_with_its_own_commitment_does_not_make_other_dice_fair() -> None:
    play = copy(quatro())
    play.tags |= {"Secret": OTHER, "Commitment": commit_to(OTHER)}
    assert not verify(play).fair


def test_verifying_hashes_every_ply_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all that was played before for every outcome: a long play would take for ever."""
    hashed = 0

    class Counted:
        def __init__(self, inner: Any) -> None:
            self.inner = inner

        def update(self, data: bytes) -> None:
            nonlocal hashed
            hashed += len(data)
            self.inner.update(data)

        def copy(self) -> "Counted":
            return Counted(self.inner.copy())

        def digest(self) -> bytes:
            return bytes(self.inner.digest())

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        counted = new(key, b"", name)
        counted.update(message)
        return counted.digest()

    def new(key: bytes, message: bytes, name: str) -> Counted:
        return Counted(hmac.new(key, message, name))

    monkeypatch.setattr("parlour.engine.fairness.hmac", SimpleNamespace(new=new, digest=digest))
    play = copy(quatro())
    assert verify(play).fair
    assert 0 < hashed <= len(",".join(map(str, play.codes))) + 4 * play.ply


def test_verifying_changes_nothing() -> None:
    before = quatro().record()
    verify(quatro())
    assert quatro().record() == before


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"Dice": "manual"}, "Real dice were used and typed in: nothing can be proved"),
        ({}, "The record has no commitment"),
        ({"Seeds": "a|b", "Secret": SECRET}, "The record has no commitment"),
        ({"Commitment": commit_to(SECRET), "Secret": SECRET}, "The record has no seeds"),
        ({"Commitment": commit_to(SECRET), "Seeds": "a|b"}, "The secret is not revealed yet: the dice can be checked"),
        (
            {"Commitment": commit_to(SECRET), "Seeds": "a|b", "Ending": "Red resigned"},
            "The play is over, but its secret is not revealed",
        ),
    ],
)
def test_records_that_prove_nothing_say_why(tags: dict[str, str], message: str) -> None:
    play = copy(quatro())
    play.tags = dict(tags)
    verdict = verify(read_record(play.record()))
    assert not verdict.fair
    assert len(verdict.sentences) == 1
    assert verdict.sentences[0].startswith(message)


def test_a_play_without_chance_has_nothing_to_prove() -> None:
    play = parlour.new("stencil", first_player="red", plate_choice="fixed", games=1)
    play_fairly(play, random.Random(1), 1)
    verdict = verify(play)
    assert verdict.fair
    assert verdict.sentences[1] == "Chance decided nothing in this play."
    assert verify(play_fairly(parlour.new("quatro", "two"), random.Random(1), 1)).sentences[1].startswith("The one")
