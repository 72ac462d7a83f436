"""The worked examples of the page, S1 to S21 and D1 to D32, as vectors.json has them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.play import IllegalAction, Play
from tests.games.vendetta.tabletop import PAGE, at, in_home, lost, moves, out, phase, pieces, r_of, track, winner

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def named(example: dict[str, Any]) -> str:
    return f"{example['id']} {example['title']}"


def before(example: dict[str, Any], spins: int = 0) -> Play:
    return at(
        example["before"],
        example["by"],
        lost=example["lost_before"],
        progress=example.get("progress"),
        spins=spins,
        players=example["players"],
        **example["options"],
    )


def throw(example: dict[str, Any]) -> str:
    low, high = example["dice"]
    return f"{high}{low}"


def by_space(board: str) -> list[str]:
    return sorted(part.strip() for part in board.split(";") if part.strip())


def check_after(play: Play, example: dict[str, Any]) -> None:
    was_lost, was_out = set(example["lost_before"].split()), set(example["out"].split())
    assert by_space(track(play)) == by_space(example["after"])
    back = set(example["back"].split())
    assert set(lost(play).split()) == was_lost - back | set(example["lost"].split())
    assert set(out(play)) == was_out
    for name in back:
        assert name[1] in in_home(play, name[0])
    for name, r in example["after_progress"].items():
        assert r_of(play, name) == r
    assert play.over == (example["ends"] is not None)
    assert winner(play) == ("" if example["ends"] in (None, "draw") else example["ends"])
    if example["ends"] == "draw":
        assert play.score == (0,) * play.seats
    if not play.over:  # with what is in home, everybody is accounted for
        assert {name for name, _ in pieces(play)} == {
            *(
                name
                for part in by_space(example["after"])
                for name in part.split(": ")[1].replace(" | ", "+").split("+")
            ),
            *lost(play).split(),
            *(letter + sign for letter in "ABCD" for sign in in_home(play, letter)),
        }


@pytest.mark.parametrize("example", [e for e in VECTORS["positions"] if "spin" in e], ids=named)
def test_spins(example: dict[str, Any]) -> None:
    play = before(example, spins=1)
    play.push(f"{example['spin']}/{example['spin'] + 24}")
    check_after(play, example)


@pytest.mark.parametrize("example", [e for e in VECTORS["positions"] if "spin" not in e and e["legal"]], ids=named)
def test_moves(example: dict[str, Any]) -> None:
    play = before(example)
    play.push(throw(example))
    for action, (name, count) in zip(example["actions"], example["moves"], strict=True):
        slot, die = divmod(action, 3)
        assert name == example["by"] + ("g" if slot == 0 else str(slot))
        assert count == (*example["dice"], sum(example["dice"]))[die]
        play.push(action)
    check_after(play, example)
    due = play.s.hits if phase(play) == "moving" else int(phase(play) == "spinning")
    assert due == example["hit_due"]


@pytest.mark.parametrize("example", [e for e in VECTORS["positions"] if "spin" not in e and not e["legal"]], ids=named)
def test_illegal_moves(example: dict[str, Any]) -> None:
    play = before(example)
    play.push(throw(example))
    *first, last = example["actions"]
    for action in first:
        play.push(action)
    assert moves(play), "others are legal"
    with pytest.raises(IllegalAction, match=f"action {last} cannot be played here"):
        play.push(last)


@pytest.mark.parametrize("example", VECTORS["masks"], ids=named)
def test_masks(example: dict[str, Any]) -> None:
    play = before(example)
    play.push(throw(example))
    for action in example["played"]:
        play.push(action)
    assert play.legal_codes() == example["legal"]


def page_examples() -> list[list[str]]:
    """The rows of the page's tables of examples: id, title, before, action, after, lost."""
    section = PAGE.split("\n## Worked examples\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if re.match(r"\| [SD][0-9]+ \|", line)]
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def pieces_only(cell: str) -> list[str]:
    """The groups of a position as the page has it, without what else is said there."""
    parts = [re.sub(r" \(r \d+\)|, Hit due", "", part.strip()) for part in cell.split(";")]
    return sorted(part for part in parts if re.match(r"\d", part))


def test_the_vectors_are_the_examples_of_the_page() -> None:
    rows = page_examples()
    assert [row[0] for row in rows] == [f"S{i}" for i in range(1, 22)] + [f"D{i}" for i in range(1, 25)]
    found = {example["id"]: example for example in reversed(VECTORS["positions"])}
    for number, _, start, action, after, fallen in rows:
        example = found[number]
        assert pieces_only(start) == by_space(example["before"]), number
        said = re.search(r"lost ([A-D1-8 ]+)", start)
        assert (said[1] if said else "") == example["lost_before"], number
        if "spin" in example:
            assert action == f"spin {example['spin']} by {example['by']}", number
        else:
            assert action == ", ".join(f"{name} {count}" for name, count in example["moves"]), number
        assert (after == "illegal") == (example.get("legal") is False), number
        if after != "illegal":
            assert pieces_only(after) == by_space(example["after"]), number
            assert ("Hit due" in after) == example["hit_due"], number
            assert ("A wins" in after) == (example["ends"] == "A"), number
            gone = example["lost"] or ", ".join(f"{letter} out" for letter in example["out"].split()) or "–"
            assert fallen == gone, number


def test_every_example_of_the_page_is_here() -> None:
    told = {*re.findall(r"^- \*\*(D[0-9]+)\.\*\*", PAGE, re.MULTILINE), *(row[0] for row in page_examples())}
    assert told == {example["id"] for part in ("positions", "masks") for example in VECTORS[part]}
    assert len(told) == 21 + 32
