"""Why something cannot be touched: the reason that is given is the one that holds."""

import pytest

from parlour.engine.play import Play
from parlour.games.vendetta.state import HIGHER, LOWER, TOTAL
from tests.games.vendetta.tabletop import at

MOST_LOST = "A2 A3 A4 A5 A6 A7 A8"
ALONE = "20: A1; 30: Ag | B1"  # only A1 can move


def played(play: Play) -> set[tuple[int, int]]:
    """Pieces and dice of the legal moves."""
    return {divmod(code, 3) for code in play.legal_codes()}


def test_pieces_of_others() -> None:
    play = at(dice="21")
    assert play.why_not(["piece:1.0"]) == play.why_not(["line:1.0"]) == "That is Family B's piece; you play Family A."
    assert play.why_not(["piece:0.0"]) == play.why_not(["line:0.0"]) == ""
    assert at(dice="21", theme="myth").why_not(["piece:2.1"]) == "That is Rats' piece; you play Samurai."
    assert play.why_not(["family:1"]) == ""


def test_of_soldiers_who_stand_alike_one_is_taken() -> None:
    play = at(dice="21")
    assert {slot for slot, _ in played(play)} == {0, 1}
    alike = {shape.id: shape.like for shape in play.scene(0).pieces if shape.like}
    assert alike == {f"piece:0.{slot}": "piece:0.1" for slot in range(2, 9)}
    assert play.why_not(["piece:0.2"]) == play.why_not(["piece:0.8", "die:low"]) == "", "any of them moves"
    assert play.why_not(["piece:0.0", "piece:0.1"]) == "", "another piece instead"


def test_R15_who_is_not_the_one_to_be_lost() -> None:
    play = at("20: A1", dice="21", lost="A8", silenced_soldier="chosen")
    play.push("s20>23[2+1]")
    assert play.why_not(["piece:0.3"]) == play.why_not(["piece:0.2"]) == "", "of those at home either is lost"
    for thing in ("piece:1.1", "piece:0.0", "line:0.0", "piece:0.8", "space:23", "spinner", "die:low"):
        assert play.why_not([thing]) == "Choose which soldier of yours is lost to Silenced."
    assert play.why_not(["piece:0.1"]) == ""


def test_R5_hostages_and_the_lost() -> None:
    play = at("20: A1 | B1", dice="21", lost="A3")
    assert not {1, 3} & {slot for slot, _ in played(play)}
    held = "He is a hostage; Family B holds him on space 20 until their last soldier there leaves."
    assert play.why_not(["piece:0.1"]) == f"{held} A soldier of yours who lands there frees him."
    reason = "He is lost; he comes back into home only when a piece of yours completes its round."
    assert play.why_not(["piece:0.3"]) == reason


def test_R18_R20_what_becomes_of_a_hostage_of_yours() -> None:
    play = at("20: B1 | A1; 30: Bg | A2; 40: A3 | C1", dice="21", players=4)
    yours = (
        "That is Family B's piece; you play Family A. He is a hostage; Family A holds him on space {} until their last"
    )
    told = [play.why_not([piece]) for piece in ("piece:1.1", "piece:1.0")]
    assert told[0] == f"{yours.format(20)} soldier there leaves. A second soldier of yours there kills him."
    assert told[1] == f"{yours.format(30)} soldier there leaves.", "two soldiers are no end of a Godfather"
    play.push("s20>21[1]")
    assert play.why_not(["piece:1.1"]) == "That is Family B's piece; you play Family A.", "he is free"


def test_R23_a_godfather_with_nobody_beside_him_is_in_danger() -> None:
    play = at("7: Ag; 20: Bg; 30: Cg+C1; 40: D1", dice="21")
    alone = "He stands alone: a spin that points at space {} kills him."
    theirs = "That is Family {}'s piece; you play Family A."
    assert play.why_not(["piece:1.0"]) == f"{theirs.format('B')} {alone.format(20)}"
    assert play.why_not(["piece:3.1"]) == theirs.format("D")
    assert "alone" not in play.why_not(["piece:2.0"]), "a soldier stands with him"
    play.push("g7>8[1]")
    assert play.why_not(["piece:0.0"]) == f"He has moved; the 2 is for another piece. {alone.format(8)}"


def test_R2_the_second_die_is_for_another_piece() -> None:
    play = at("20: A1", dice="21")
    play.push(3 * 1 + LOWER)
    assert (1, HIGHER) not in played(play)
    assert play.why_not(["piece:0.1"]) == "He has moved; the 2 is for another piece."
    assert play.why_not(["die:low"]) == play.why_not(["piece:0.2", "die:low"]) == "The 1 has been played."
    assert play.why_not(["total"]) == "The total is for one piece alone, and one die has been played already."


@pytest.mark.parametrize(
    ("board", "dice", "piece", "reason"),
    [
        ("", "51", "0.0", "The 5 leads to space 4 (F.B.I.), where no Godfather may land."),
        ("1: B1", "21", "0.0", "The 2 leads to space 1, where Family B's piece stands, and a Godfather takes nobody."),
        ("1: B1 | A1", "21", "0.0", "The 2 leads to space 1, where others are held."),
        ("1: B1+B2", "21", "0.1", "The 2 leads to space 1, which Family B holds with 2 pieces."),
        ("1: A1+A2+A3", "21", "0.4", "The 2 leads to space 1, where 3 of yours stand already."),
    ],
)
def test_R11_R12_R13_where_nobody_lands(board: str, dice: str, piece: str, reason: str) -> None:
    play = at(board, dice=dice)
    assert (int(piece[2:]), HIGHER) not in played(play)
    for things in (["die:high", f"piece:{piece}"], [f"piece:{piece}", "die:high"]):
        assert play.why_not(things) == reason


def test_every_die_has_its_reason() -> None:
    play = at("0: B1+B2; 1: C1+C2; 2: D1+D2; 20: A1", dice="21")
    assert {slot for slot, _ in played(play)} == {1}
    held = "which Family {} holds with 2 pieces"
    assert play.why_not(["piece:0.2"]) == (
        f"The 1 leads to space 0 (gate), {held.format('B')}; the 2 leads to space 1, {held.format('C')}; "
        f"the total of 3 leads to space 2 (Hit), {held.format('D')}."
    )


def test_R3_both_dice_must_be_played() -> None:
    play = at("20: A1", dice="51", lost=MOST_LOST)
    assert played(play) == {(1, HIGHER), (0, LOWER), (1, TOTAL), (0, TOTAL)}, "the Godfather cannot move 5"
    reason = "The 1 would leave no other piece to move 5, and both dice must be played."
    assert play.why_not(["piece:0.1", "die:low"]) == reason
    alone = at(ALONE, dice="51", lost=MOST_LOST)
    assert played(alone) == {(1, TOTAL)}
    leaves = "Moving 1 leaves no other piece able to move 5, and both dice must be played."
    assert alone.why_not(["die:low"]) == leaves


def test_dice_that_nobody_can_use() -> None:
    play = at(f"{ALONE}; 26: C1+C2", dice="51", lost=MOST_LOST)
    assert played(play) == {(1, LOWER), (1, HIGHER)}
    assert play.why_not(["total"]) == "No piece of yours can move 6."
    play = at(f"{ALONE}; 25: C1+C2", dice="51", lost=MOST_LOST)
    assert played(play) == {(1, TOTAL)}
    assert play.why_not(["die:high"]) == "No piece of yours can move 5."


def test_R4_dice_that_are_alike() -> None:
    play = at("20: A1", dice="33")
    assert (1, LOWER) in played(play)
    for things in (["die:high"], ["piece:0.1", "die:high"]):
        assert play.why_not(things) == "Both dice show the same; use the other one."
    assert play.why_not(["die:low", "die:high"]) == ""


def test_where_the_chosen_piece_can_go() -> None:
    play = at("20: A1; 41: Ag", dice="21")
    ends = {action.target for action in play.legal if "piece:0.1" in action.path}
    assert ends == {"space:21", "space:22", "space:23"}
    reason = "He can go with 1 to space 21 (F.B.I.), with 2 to space 22 or with 3 to space 23 (Silenced)."
    assert play.why_not(["piece:0.1", "space:30"]) == f"No die takes your soldier to space 30. {reason}"
    assert play.why_not(["piece:0.1", "home:B"]) == reason
    assert play.why_not(["space:1"]) == play.why_not(["home:B"]) == "First choose the piece to move."
    assert play.why_not(["piece:0.1", "home:A"]) == "Only the Godfather comes home."
    assert play.why_not(["piece:0.0", "home:A"]) == "He needs exactly 8 to come home."
    nearer = at("41: Ag", dice="62")
    assert nearer.why_not(["piece:0.0", "home:A"]) == "", "that is 8"


def test_why_the_chosen_piece_cannot_go_there() -> None:
    play = at("20: A1; 22: B1+B2; 25: B3", dice="21")
    goes = "He can go with 1 to space 21 (F.B.I.) or with 3 to space 23 (Silenced)."
    held = f"The 2 leads to space 22, which Family B holds with 2 pieces. {goes}"
    assert play.why_not(["piece:0.1", "space:22"]) == play.why_not(["piece:0.1", "piece:1.1"]) == held
    assert play.why_not(["piece:0.1", "piece:1.3"]) == f"No die takes your soldier to space 25. {goes}"
    assert (
        at("20: A1; 21: B1", dice="21").why_not(["piece:0.1", "piece:1.1"]).startswith("He can go with 1 to space 21")
    )


def test_R12_what_a_lock_means() -> None:
    play = at("22: B1+B2; 24: A1+A2+A3", dice="21")
    lock = "Closed: Family B has 2 pieces here, so nobody else may land."
    assert play.why_not(["space:22"]) == f"{lock} First choose the piece to move."
    assert play.why_not(["piece:1.1"]) == f"That is Family B's piece; you play Family A. {lock}"
    assert play.why_not(["space:24"]).startswith("Closed: Family A has 3 pieces here")
    assert "Closed" not in play.why_not(["space:25"])


@pytest.mark.parametrize(
    ("space", "mafia", "myth"),
    [
        (2, "Hit: whoever comes there spins the gunmen", "Spell: whoever comes there spins the wizards"),
        (4, "F.B.I.: no Godfather may land there", "Sacred ground: no King may land there"),
        (
            6,
            "Massacre: a spin kills every soldier there, and a Godfather only if no soldier is there",
            "The source: a spin kills every warrior there, and a King only if no warrior is there",
        ),
        (11, "Silenced: it costs a soldier", "Darkness: it costs a warrior"),
    ],
)
def test_a_mark_says_what_it_does(space: int, mafia: str, myth: str) -> None:
    for theme, words in (("mafia", mafia), ("myth", myth)):
        assert at(dice="21", theme=theme).why_not([f"space:{space}"]) == f"{words}. First choose the piece to move."


def test_R22_the_spinner() -> None:
    assert at(dice="21").why_not(["spinner"]) == "It is spun only when a piece has come to a Hit space."
    assert at(dice="21", theme="myth").why_not(["spinner"]) == "It is spun only when a piece has come to a Spell space."
    play = at("1: A1", dice="21")
    play.push(3 * 1 + LOWER)
    assert play.s.hits == 1
    assert play.why_not(["spinner"]) == "It is spun at the end of the turn."
    asked = at("1: A1", spins=1, spin="optional")
    assert asked.why_not(["piece:0.1"]) == asked.why_not(["spinner"]) == "First choose whether to spin."
