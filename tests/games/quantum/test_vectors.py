"""Every example of the page, thrown and played as text, and every square of its tables."""

import json
import re
from functools import cache
from typing import Any

import pytest

from parlour.games.quantum import board
from parlour.games.quantum.state import Event
from tests.games.quantum.tabletop import (
    BOARD,
    HERE,
    at,
    did,
    moves,
    new,
    onward,
    page_block,
    page_rows,
    pool,
    said,
    section,
    stood,
    words,
)

VECTORS = json.loads((HERE / "vectors.json").read_text(encoding="utf-8"))
PLAYS: dict[str, dict[str, Any]] = {vector["id"]: vector for vector in VECTORS["plays"]}
SEATS = {"w": "White", "b": "Black"}
MOTIONS = {
    Event.ZAPS: "zap",
    Event.FALLS: "fall",
    Event.RISES: "rise",
    Event.JUMPS: "jump",
    Event.ABSORBED: "absorb",
}


class Told:
    """A vector told: which piece is which, and where it stands."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.slots = {
            name: [other for other in vector["before"] if other[0] == name[0]].index(name) for name in vector["before"]
        }
        self.names = {8 * "wb".index(name[0]) + slot: name for name, slot in self.slots.items()}
        self.pairs: list[tuple[int, int]] = []
        self.play = at(self.seated(vector["before"]), **vector["options"])

    def seated(self, squares: dict[str, str]) -> str:
        return " ".join(
            f"{SEATS[colour]}={','.join(named)}"
            for colour in "wb"
            if (named := [squares[name] for name in self.slots if name[0] == colour])
        )

    def square(self, name: str) -> str:
        return words(self.play)[SEATS[name[0]]].split(",")[self.slots[name]]

    def written(self, step: list[Any]) -> str:
        """A deed of a vector as people write it."""
        if step[0] == "enter":
            return "E"
        start = self.square(step[1])
        end = onward(start, step[2])
        dice = str(step[2])
        if step[0] == "total":
            dice = "+".join(map(str, next(pair for pair in self.pairs if sum(pair) == step[2])))
        return f"{start}-{'H' if end == '53d' else end}[{dice}]"

    def events(self) -> list[list[str]]:
        """What the last action brought, in the words of the vectors."""
        found = []
        for event in self.play.events:
            if event.ply == self.play.ply:
                a, b, c = event.numbers
                if event.kind in MOTIONS:
                    found.append([MOTIONS[event.kind], self.names[a], board.NAMES[b], board.NAMES[c]])
                elif event.kind == Event.ENTERS:
                    found.append(["enter", self.names[a], board.NAMES[b]])
                elif event.kind == Event.BLATS:
                    found.append(["blat", self.names[a], self.names[b], board.NAMES[c]])
                elif event.kind in (Event.EARNS, Event.WINS):
                    found.append(["extra" if event.kind == Event.EARNS else "win", "wb"[a]])
        return found

    def pool(self) -> dict[str, Any]:
        held = words(self.play)
        newest = [[int(die) for die in held["pair"]]] if "pair" in held else []
        pairs = [[6, 6]] * int(held.get("sixes", 0)) + newest
        return {"pairs": pairs, "loose": sorted(int(die) for die in held.get("loose", ""))}


@pytest.mark.parametrize("vector", VECTORS["plays"], ids=lambda vector: vector["id"])
def test_plays(vector: dict[str, Any]) -> None:
    told = Told(vector)
    play = told.play
    for step in vector["steps"]:
        if "throw" in step:
            kind, *dice = step["throw"]
            play.push("".join(map(str, dice)))
            if kind == "pair":
                told.pairs.append((dice[0], dice[1]))
        else:
            play.push(told.written(step["do"]))
            assert told.events() == step["events"]
            assert [event[0] for event in step["events"]].count("extra") == step["earned"]
            assert play.over or play.s.due == step["earned"], "all of them are thrown after the action"
            after = {name: told.square(name) for name in told.slots}
            assert after == step["after"]
        if "pool" in step:
            assert told.pool() == step["pool"]
        if "due" in step:
            assert play.s.due == step["due"]
        if "legal" in step:
            assert moves(play) == {told.written(deed) for deed in step["legal"]}
        assert play.turn_label == ("White", "Black")[step.get("roller", 0)]
        assert words(play).get("winner") == (SEATS[step["winner"]] if "winner" in step else None)


@pytest.mark.parametrize("name", ["E1", "E2"])
def test_the_examples_of_the_patent_as_the_vectors_write_them(name: str) -> None:
    vector = PLAYS[name]
    told = Told(vector)
    for step in vector["steps"]:
        told.play.push("".join(map(str, step["throw"][1:])) if "throw" in step else told.written(step["do"]))
    done = [word.text for word in told.play.written[2:]]
    noted = [part.replace(" ", "") for part in vector["notation"].split(": ")[-1].split(";")]
    assert [text.replace("+", "") for text in done] == [text.replace("+", "") for text in noted]
    assert [text.count("+") for text in done] == [text.count("+") for text in noted]


E1 = "White=25,12g,12h,85 Black=12j,17,35,53,40"


def test_E1_in_words_and_as_written() -> None:
    play = at(E1, "64 2")
    assert pool(play) == "pair=64 loose=2"
    assert play.s.centre == 7
    play.push("12g-15[6]")
    assert did(play) == "12g-15[6]z12h>4z12j>4(x4>0^12)"
    assert said(play) == [
        "White's piece moves from blank square 12g to phosphorus 15.",
        "White's piece is zapped as it is passed on blank square 12h, and falls down to beryllium 4.",
        "Black's piece is zapped as it is passed on blank square 12j, and falls down to beryllium 4.",
        "Black's piece strikes White's piece on beryllium 4.",
        "White's piece falls down from beryllium 4 to the centre.",
        "Black's piece rises up from beryllium 4 to magnesium 12.",
    ]
    assert stood(play) == "White=25,15,0,85 Black=12,17,35,53,40"
    play.push("15-17[2]")
    assert did(play) == "15-17[2]x17>9^35x35>17^53x53>35^85x85>53"
    assert said(play) == [
        "White's piece moves from phosphorus 15 to chlorine 17.",
        "White's piece strikes Black's piece on chlorine 17.",
        "Black's piece falls down from chlorine 17 to fluorine 9.",
        "White's piece rises up from chlorine 17 to bromine 35.",
        "White's piece strikes Black's piece on bromine 35.",
        "Black's piece falls down from bromine 35 to chlorine 17.",
        "White's piece rises up from bromine 35 to iodine 53.",
        "White's piece strikes Black's piece on iodine 53.",
        "Black's piece falls down from iodine 53 to bromine 35.",
        "White's piece rises up from iodine 53 to astatine 85.",
        "White's piece strikes another of White's pieces on astatine 85.",
        "White's piece falls down from astatine 85 to iodine 53.",
    ]
    play.push("53-H[4]")
    assert did(play) == "53-H[4]#"
    assert said(play) == [
        "White's piece moves from iodine 53 to home.",
        "White wins: a piece is home, with 8 of 16 pieces in the centre: in balance.",
    ]
    assert stood(play) == "White=25,85,0,53d Black=12,9,17,35,40"
    assert play.score == (1, -1)


def test_E2_in_words_and_as_written() -> None:
    play = at("Black=3,11,19,37,55", "62 1")
    assert moves(play) == {"E"}
    play.push("E")
    assert did(play) == "Ex3>0^11+x11>3^19+x19>11^37+x37>19^55+x55>23"
    assert said(play) == [
        "White's piece enters on lithium 3.",
        "White's piece strikes Black's piece on lithium 3.",
        "Black's piece falls down from lithium 3 to the centre.",
        "White's piece rises up from lithium 3 to sodium 11.",
        "Going up from a jump square earns White one die more.",
        "White's piece strikes Black's piece on sodium 11.",
        "Black's piece falls down from sodium 11 to lithium 3.",
        "White's piece rises up from sodium 11 to potassium 19.",
        "Going up from a jump square earns White one die more.",
        "White's piece strikes Black's piece on potassium 19.",
        "Black's piece falls down from potassium 19 to sodium 11.",
        "White's piece rises up from potassium 19 to rubidium 37.",
        "Going up from a jump square earns White one die more.",
        "White's piece strikes Black's piece on rubidium 37.",
        "Black's piece falls down from rubidium 37 to potassium 19.",
        "White's piece rises up from rubidium 37 to caesium 55.",
        "Going up from a jump square earns White one die more.",
        "White's piece strikes Black's piece on caesium 55.",
        "Black's piece falls down from caesium 55 to vanadium 23.",
    ]
    assert stood(play) == "White=55 Black=0,3,11,19,23"
    assert pool(play) == "loose=21 due=4"
    assert f"`{did(play)}`" in section("From the patent").replace("\n", "")


@pytest.mark.parametrize(
    ("number", "before", "pushed", "options"),
    [
        ("E3", "White=32", "31 32-33[3]", {}),
        ("E4", "White=3", "43 3-7[4] 7-10[3]", {}),
        ("E4", "White=7", "43 7-3[4]*11+ 1 11-12b[3]", {}),
        ("E6", "", "64 1 E 1-1[4]*3+", {"variant": "inner_ring"}),
        ("E6", "", "63 1 E 1-2[3]", {"variant": "inner_ring"}),
        ("E6", "White=2", "31 2-1[3]*3+", {"variant": "inner_ring"}),
    ],
)
def test_E3_E4_E6_as_the_page_writes_them(number: str, before: str, pushed: str, options: dict[str, Any]) -> None:
    play = at(before, pushed, **options)
    assert " ".join(word.text for word in play.written) == pushed
    told = section("From the patent").split(f"**{number},")[1].split("- **")[0]
    for deed in pushed.split()[1:]:
        assert deed in told or deed == "1"


def test_E5_the_pools_of_the_page() -> None:
    assert pool(at("", "64")) == "pair=64 due=1"
    assert pool(at("", "66 62 6 3")) == "pair=62 sixes=1 loose=63"
    play = at("", "66 62 6 3 E")
    assert (stood(play), pool(play)) == ("White=3", "pair=62 sixes=1 loose=3")
    assert at("", "32").turn_label == "Black"
    play = at("", "63 5")
    assert moves(play) == {"E"}
    play.push("E")
    assert moves(play) == {"3-6[3]", "3-8[5]"}
    play = at("phase=using White=20 sixes=1 pair=62", "20-26[6]")
    assert pool(play) == "sixes=1 loose=2"


@pytest.mark.parametrize("link", VECTORS["links"], ids=lambda link: link["square"])
def test_E7_links(link: dict[str, str]) -> None:
    square = board.INDEX[link["square"]]
    assert (board.NAMES[board.UP[square]], board.NAMES[board.DOWN[square]]) == (link["up"], link["down"])


@pytest.mark.parametrize("row", page_rows("More actions"), ids=lambda row: row[0])
def test_the_table_of_more_actions(row: list[str]) -> None:
    """From the page itself: before, as written, after, and the throws earned."""
    number, before, written, after, throws, shows = row
    pieces = dict(word.split() for word in before.split(";")[0].split(", "))
    options = {"variant": "inner_ring"} if "`inner_ring`" in shows else {}
    options |= {"arriving_on_37": "move_on"} if "`move_on`" in shows else {}
    told = Told({"before": pieces, "options": options})
    deeds = written.strip("`").split()
    scores = re.findall(r"\[(\d)\]|(E)", written)
    totals = re.findall(r"\[(\d)\+(\d)\]", written)
    dice = {"loose": "".join(score or "6" for score, _ in scores)} if scores else {}
    dice |= {"sixes": "1"} if ("6", "6") in totals else {"pair": "".join(totals[0])} if totals else {}
    told.play = at(
        f"phase=using {told.seated(pieces)} {' '.join(f'{name}={value}' for name, value in dice.items())}",
        **options,
    )
    told.play.push(" ".join(deeds))
    assert [word.text for word in told.play.written] == deeds
    assert {name: told.square(name) for name in told.slots} == dict(word.split() for word in after.split(", "))
    earned = [event.kind for event in told.play.events].count(Event.EARNS)
    assert throws == ("–" if told.play.over else str(earned))
    assert ("White wins" in shows) == told.play.over
    assert number in PLAYS, "the same example is among the vectors"


def test_the_turn_worked_on_the_page() -> None:
    text = "63 2 8-3[3]z10>0*11+ 5 E 12h-12j[2]x12j>4^31 31-32b[5]"
    assert f"`{text}`" in section("More actions")
    play = at("White=8,12h Black=10,12j", text)
    assert " ".join(word.text for word in play.written) == text
    assert stood(play) == "White=11,32b,3 Black=0,4"
    assert play.turn_label == "Black"
    assert play.s.centre == 12
    assert "twelve in the centre: four too many for balance" in section("How to play").replace("\n", " ")


def test_the_position_on_the_page() -> None:
    text = page_block("phase=throwing turns=9")
    play = new()
    play.place(text)
    assert play.position == text
    assert stood(play) == E1


def test_appendix_A_in_full() -> None:
    assert len(BOARD) == board.SQUARES == 180
    for index, (name, row) in enumerate(BOARD.items(), 1):
        assert (int(row["index"]), board.NAMES[index], board.INDEX[name]) == (index, name, index)
        assert board.ring_of(index) == board.RING[index] == int(row["ring"])
        assert index - board.start_of(int(row["ring"])) == int(row["pos"])
        assert board.is_hole(index) == (row["number"] == "")
        assert str(board.number_of(index)) == (row["number"] or name.rstrip("abcdefghij"))
        assert board.NAMES[board.UP[index]] == (row["up"] or name)
        assert board.NAMES[board.DOWN[index]] == row["down"]
        assert board.NAMES[board.ONWARD[index]] == onward(name, 1)
        mark = (
            "jump"
            if board.JUMP[index]
            else "absorption"
            if board.ABSORBS[index]
            else "home"
            if index == board.HOME
            else ""
        )
        assert mark == row["mark"], name
        if mark == "jump":
            assert board.JUMP[index] == board.UP[index]
    assert (board.NAMES[0], board.INDEX["0"], board.ring_of(0), board.RING[0]) == ("0", 0, 0, 0)


@cache
def page_squares() -> dict[str, dict[str, str]]:
    """The tables of the rings on the page, one square at a time."""
    found = {}
    line = r"^\| (\d.*) \| (\d\S*) \| (numbered|hole) \| (.*) \| (.*) \| ?(\w*) \|$"
    for row in re.findall(line, section("The board"), re.MULTILINE):
        names = spread(row[0])
        for i, name in enumerate(names):
            up, down = (targets[i % len(targets)] for targets in (spread(row[3]), spread(row[4])))
            place = str(int(row[1].split("–")[0]) + i)
            found[name] = {"pos": place, "kind": row[2], "up": up.strip("–"), "down": down, "mark": row[5]}
    return found


def spread(text: str) -> list[str]:
    """All squares that `12a … 12j`, `38, 39` or `37` stands for."""
    if " … " not in text:
        return text.split(", ")
    first, last = text.split(" … ")
    names = list(BOARD)
    between = names[names.index(first) : names.index(last) + 1]
    return [name for name in between if name.isdecimal() == first.isdecimal()]


def test_the_tables_of_the_rings_on_the_page() -> None:
    assert list(page_squares()) == list(BOARD)
    for name, row in BOARD.items():
        expected = {
            "pos": row["pos"],
            "kind": "numbered" if row["number"] else "hole",
            "up": row["up"],
            "down": "centre" if row["down"] == "0" else row["down"],
            "mark": row["mark"],
        }
        assert page_squares()[name] == expected, name
