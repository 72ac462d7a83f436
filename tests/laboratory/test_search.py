"""Searching rules for aims: known truths come out, links open the rules, and what cannot be is told in a sentence."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.engine.options import OptionError
from parlour.laboratory import LaboratoryError, Plan, new_plan
from parlour.laboratory.aims import Aim, read_aim
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.searching import Search, Try, search_rules
from parlour.laboratory.tables import Row
from parlour.laboratory.varying import Varied, read_varied
from tests.laboratory.pages import Links
from tests.laboratory.rows import row_of
from tests.terminal.runner import one_line, parlour

GAME = find_game("stencil")
SEARCH = ("lab", "search", "stencil", "-o", "games=1", "--bots", "random", "--plays", "4", "--workers", "1")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def try_of(*distances: float, **chosen: str) -> Try:
    found = tuple(Estimate(distance, distance, distance, 1) for distance in distances)
    return Try(chosen, {}, found, distances)


# What is varied


@pytest.mark.parametrize(
    ("text", "values", "ordered"),
    [
        ("failed_claim_rule", ("no_repeat", "free", "strict", "budget"), False),
        ("counters_each", ("4", "5", "6", "7", "8"), True),
        ("counters_each=7..9", ("7", "8"), True),
        ("first_player=red,white", ("red", "white"), False),
        ("plates=a1c2a3b3,b1c2a3c3|a1c2a3b3,d1b2d2a4", ("a1c2a3b3,b1c2a3c3", "a1c2a3b3,d1b2d2a4"), False),
    ],
)
def test_options_are_varied_over_all_values_some_or_a_range(text: str, values: tuple[str, ...], ordered: bool) -> None:
    assert read_varied(GAME, text) == Varied(text.partition("=")[0], values, ordered)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colour", "there is no option 'colour'"),
        ("counters_each=5", "leaves nothing to vary: expected at least two values, of 4 to 8"),
        ("counters_each=5,blue", "counters_each cannot be 'blue'"),
        ("counters_each=1..99999", "has too many values"),
        ("plates", "plates has too many values to try them all"),
    ],
)
def test_what_cannot_be_varied_is_told(text: str, sentence: str) -> None:
    with pytest.raises((OptionError, LaboratoryError), match=re.escape(sentence)):
        read_varied(GAME, text)


# Aims


def test_aims_are_close_low_or_high() -> None:
    found = Estimate(50.0, 48.0, 52.0, 10)
    assert read_aim("length=60", 2).distance(found) == 10
    assert read_aim("length=low", 2).distance(found) == 50
    assert read_aim("length=high", 2).distance(found) == -50
    assert read_aim("fair", 2) == Aim("fair", "low")


@pytest.mark.parametrize(
    ("text", "seats", "sentence"),
    [
        ("fun", 2, "'fun' cannot be measured: expected one of fair, length"),
        ("length", 2, "'length' is not an aim: expected length=60, length=low or length=high"),
        ("length=inf", 2, "'length=inf' is not an aim"),
        ("fair=50", 2, "'fair=50' is not an aim: expected fair"),
        ("fair", 1, "fair cannot be measured with one player"),
    ],
)
def test_an_aim_that_cannot_be_measured_is_told(text: str, seats: int, sentence: str) -> None:
    with pytest.raises(LaboratoryError, match=re.escape(sentence)):
        read_aim(text, seats)


def test_unfairness_is_how_far_the_worst_off_seat_is_from_its_share() -> None:
    rows = [row_of(number, *((1.0, 0.0) if number < 70 else (0.0, 1.0))) for number in range(100)]
    assert read_aim("fair", 2).measure(rows).value == pytest.approx(20)


# The search


def test_the_front_is_what_no_other_beats() -> None:
    tries = (try_of(3, 3), try_of(1, 5, a="1"), try_of(2, 2, a="2"), try_of(5, 1, a="3"), try_of(5, 5, a="4"))
    search = Search((Aim("length", "1", 1.0), Aim("fair", "low")), tries, 5, {})
    assert [one.chosen for one in search.front] == [{"a": "1"}, {"a": "2"}, {"a": "3"}]


def search_for_length(monkeypatch: pytest.MonkeyPatch, tries: int) -> tuple[Search, list[Plan]]:
    """A search in which a play takes as many decisions as the counters and the claims together."""
    played: list[Plan] = []

    def play(plan: Plan, *given: object) -> list[Row]:
        played.append(plan)
        length = 10 * plan.values["counters_each"] + plan.values["min_counters_to_claim"]
        return [row_of(number, 1.0, 0.0, decisions=length) for number in range(2)]

    def plan_of(chosen: Mapping[str, str]) -> Plan:
        return new_plan(GAME, GAME.settle(games=1, **chosen), "random")

    monkeypatch.setattr("parlour.laboratory.searching.run_plan", play)
    varied = [read_varied(GAME, "counters_each"), read_varied(GAME, "min_counters_to_claim=0..8")]
    return search_rules(plan_of, varied, [read_aim("length=63", 2)], tries, 2, seed=1), played


def test_where_there_are_few_rule_sets_all_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    search, played = search_for_length(monkeypatch, 45)
    assert len(played) == 1 + search.combinations == 46, "and the rules as they are"
    assert search.front[0].chosen == {"counters_each": "6", "min_counters_to_claim": "3"}


def test_a_search_finds_what_is_aimed_at_without_trying_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    search, played = search_for_length(monkeypatch, 25)
    assert len(played) == 26
    assert len({str(one.chosen) for one in search.tries}) == 26, "none is tried twice"
    assert search.front[0].distances[0] <= 1
    again, _ = search_for_length(monkeypatch, 25)
    assert again == search, "the same seed searches the same"


def test_rules_that_nobody_can_play_by_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(chosen: Mapping[str, str]) -> Plan:
        if chosen.get("counters_each") == "5":
            raise OptionError("nobody could win")
        return new_plan(GAME, GAME.settle(**chosen), "random")

    monkeypatch.setattr(
        "parlour.laboratory.searching.run_plan", lambda *given: [row_of(0, 1.0, 0.0), row_of(1, 1.0, 0.0)]
    )
    varied = [read_varied(GAME, "counters_each"), read_varied(GAME, "min_counters_to_claim")]
    for tries in (100, 20):
        search = search_rules(refuse, varied, [read_aim("length=low", 2)], tries, 2)
        assert search.refused["nobody could win"] >= 1
        assert all(one.chosen.get("counters_each") != "5" for one in search.tries)


# The command


def test_every_rule_set_of_the_front_has_a_link_that_opens_it(tmp_path: Path) -> None:
    words = (
        *SEARCH,
        "--vary",
        "counters_each=6,8",
        "--vary",
        "first_player=red,white",
        "--aim",
        "length=20",
        "--aim",
        "fair",
    )
    result = parlour(*words, "--json", "found.json", "--address", "https://games.example/")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "stencil-search.html").read_text(encoding="utf-8")
    read = Links()
    read.feed(page)
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    front = [one for one in found["tries"] if one["front"]]
    assert len(read.loads) == len(front) >= 1
    opened = []
    for link in read.loads:
        parts = urlsplit(link)
        assert (parts.scheme, parts.netloc, parts.path) == ("https", "games.example", "/play/stencil")
        opened.append(json.loads(json.dumps(GAME.settle(**dict(parse_qsl(parts.query))))))
        assert link in one_line(result.output)
    assert sorted(map(str, opened)) == sorted(str(one["options"]) for one in front)
    assert "What comes closest?" in read.heads
    assert "parlour lab search stencil --vary counters_each=6,8" in page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--vary", "counters_each", "--aim", "fun"), "'fun' cannot be measured"),
        (("--vary", "games=1,3", "--aim", "fair"), "games is set and varied: expected one of them"),
        (("--vary", "counters_each", "--vary", "counters_each", "--aim", "fair"), "counters_each is varied twice"),
        (("--vary", "counters_each", "--aim", "length=5", "--aim", "length=6"), "the same is aimed at twice"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = parlour(*SEARCH, *words)
    assert result.exit_code == 1
    assert sentence in one_line(result.output)
