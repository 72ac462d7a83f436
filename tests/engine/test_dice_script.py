"""The script in docs/fair-dice.md, run as it stands there: it says the same of a record as `verify`, in other hands."""

import json
import random
import re
import subprocess
from collections.abc import Callable
from copy import copy
from pathlib import Path

import pytest

import parlour
from parlour.engine.fairness import commit_to, list_draws, verify
from parlour.engine.play import Play
from parlour.engine.replay import read_record
from tests.engine.test_fairness import OTHER, PAGE, play_fairly, plies_of_chance, quatro, seeded
from tests.tools import WITH_NODE, find_node

pytestmark = pytest.mark.skipif(not WITH_NODE, reason="node is not installed")
RECORDS = Path(__file__).parents[1] / "records" / "0.1.0"


def of_old() -> Play:
    """Without a word about who chose the seeds."""
    play = copy(quatro())
    play.names = ("Ann", "Ben")
    return play


def with_another_outcome() -> Play:
    play = of_old()
    play.undo(play.ply - plies_of_chance(play)[5])
    true = verify_next(play)
    play.push(next(code for code in play.outcome_codes() if code != true))
    return play_fairly(play, random.Random(1), 10)


def verify_next(play: Play) -> int:
    again = play_fairly(copy(play), random.Random(1), 1)
    return again.codes[-1]


def with_tags(play: Play, **tags: str) -> Play:
    play.tags |= tags
    return play


def without_chance() -> Play:
    play = parlour.new("stencil", first_player="red", plate_choice="fixed", games=1)
    play.names = ("Ann", "Ben")
    return play_fairly(play, random.Random(1), 1)


def set_up() -> Play:
    play = parlour.new("quatro", "two")
    play.push("start:A 31: 9/6 9/8")
    play.place(play.position)
    play.names = ("Ann", "Ben")
    return play_fairly(play, random.Random(2), 30)


PLAYS: dict[str, Callable[[], Play]] = {
    "one own seed": lambda: seeded("own|derived|derived|derived", "ann|||"),
    "some own seeds": lambda: seeded("own|derived|own|derived", "ann||cem|"),
    "all own seeds": lambda: seeded("own|own|own|own", "a|b|c|d"),
    "no own seed": lambda: seeded("derived|derived|derived|derived", "|||"),
    "without names": lambda: seeded("derived|derived|own|own", "||c|d", ()),
    "of old": of_old,
    "one outcome": lambda: of_old().at(plies_of_chance(of_old())[1]),
    "without chance": without_chance,
    "set up": set_up,
    "another outcome": with_another_outcome,
    "another secret": lambda: with_tags(of_old(), Secret=OTHER),
    "another commitment": lambda: with_tags(seeded("own|own|own|own", "a|b|c|d"), Commitment=commit_to(OTHER)),
    "another seed": lambda: with_tags(of_old(), Seeds="seat-0|seat-2"),
    "a chosen seed": lambda: with_tags(seeded("own|own|own|own", "a|b|c|d"), Seeded="own|own|derived|own"),
    "a seed passed off": lambda: with_tags(
        seeded("own|derived|derived|derived", "ann|||"), Seeded="own|own|derived|derived"
    ),
}


def run(record: str, folder: Path) -> tuple[int, list[str]]:
    """The script's exit status, and what it says."""
    found = re.search(r"^```js\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert found, "there is no script in the page"
    script, text, draws = folder / "check-dice.mjs", folder / "game.txt", folder / "draws.json"
    script.write_text(found[1], encoding="utf-8")
    text.write_text(record, encoding="utf-8")
    draws.write_text(json.dumps(list_draws(read_record(record))), encoding="utf-8")
    done = subprocess.run(
        [find_node(), str(script), str(text), str(draws)], capture_output=True, encoding="utf-8", check=False
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("name", PLAYS)
def test_the_script_says_the_same(name: str, tmp_path: Path) -> None:
    record = PLAYS[name]().record()
    verdict = verify(read_record(record))
    assert run(record, tmp_path) == (0 if verdict.fair else 1, list(verdict.sentences))


def test_both_kinds_of_verdict_are_among_them() -> None:
    verdicts = [verify(make()).fair for make in PLAYS.values()]
    assert (verdicts.count(True), verdicts.count(False)) == (9, 6)


@pytest.mark.parametrize("missing", ["Commitment", "Seeds", "Secret"])
def test_a_record_that_proves_nothing(missing: str, tmp_path: Path) -> None:
    play = of_old()
    del play.tags[missing]
    status, said = run(play.record(), tmp_path)
    assert status == 1
    assert said == ["The record lacks the commitment, the seeds or the secret: nothing can be proved about its dice."]


@pytest.mark.parametrize("game", ["numeric", "quantum", "stencil", "vendetta", "quatro"])
def test_old_records_are_checked_too(game: str, tmp_path: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(RECORDS.glob(f"{game}-*.txt"))]
    record = next(text for text in texts if "[Secret " in text and "[Names " in text)
    verdict = verify(read_record(record))
    assert verdict.fair
    assert run(record, tmp_path) == (0, list(verdict.sentences))


def test_the_script_uses_nothing_but_node() -> None:
    found = re.search(r"^```js\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert found
    assert set(re.findall(r'from "(.*?)"', found[1])) == {"node:crypto", "node:fs"}
    assert not re.search(r"\bimport\(|require\(|fetch\(", found[1])
