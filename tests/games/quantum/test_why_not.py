"""Why something cannot be touched: the reason that is given is the one that holds."""

from tests.games.quantum.tabletop import at

MIDST = "phase=using White=8,12h Black=10,12j pair=53 loose=2"
FEW = "You have no piece in play; a six brings one in on lithium 3."


def moved(text: str) -> set[str]:
    """What the legal actions touch."""
    return {thing for action in at(text).legal for thing in action.path}


def test_pieces_of_others() -> None:
    play = at(MIDST)
    assert play.why_not(["piece:1.0"]) == play.why_not(["square:10"]) == "That is Black's piece; you play White."
    assert play.why_not(["piece:0.0"]) == play.why_not(["piece:0.0", "piece:0.1"]) == ""
    assert play.why_not(["seat:Black"]) == ""


def test_R4_pieces_leave_the_centre_with_a_six() -> None:
    assert not {"enter", "piece:0.4"} & moved(MIDST)
    reason = "A piece leaves the centre only with a six, and you have none to use."
    assert at(MIDST).why_not(["piece:0.4"]) == at(MIDST).why_not(["centre"]) == reason
    six = MIDST.replace("53", "63")
    assert "enter" in moved(six)
    assert at(six).why_not(["piece:0.4"]) == "", "any of them comes in"
    entering = "A piece leaves the centre with a six; choose “enter on lithium 3 with a six”."
    assert at(six).why_not(["centre"]) == entering


def test_who_has_no_piece_in_the_centre() -> None:
    play = at("phase=using White=8,9,10 pair=63", pieces_per_player=3)
    assert "enter" not in {thing for action in play.legal for thing in action.path}
    assert play.why_not(["centre"]) == "You have no piece in the centre."


def test_who_has_no_piece_in_play() -> None:
    text = "phase=using Black=10 pair=63"
    assert moved(text) == {"enter"}
    for thing in ("die:3", "die:6", "total:9", "square:5"):
        assert at(text).why_not([thing]) == FEW
    assert at(text).why_not(["enter"]) == ""


def test_where_the_chosen_piece_can_go() -> None:
    play = at(MIDST)
    ends = {action.target for action in play.legal if "piece:0.0" in action.path}
    assert ends == {"square:10", "square:3", "square:5", "square:8"}
    ways = "neon 10 with the 2, lithium 3 with the 3, boron 5 with the 5 or oxygen 8 with 5 and 3"
    reason = f"From oxygen 8 it can go to {ways}."
    assert play.why_not(["piece:0.0", "square:25"]) == reason
    assert play.why_not(["piece:0.0", "square:10"]) == ""


def test_a_square_alone() -> None:
    play = at(MIDST)
    assert play.why_not(["square:5"]) == "First choose one of your pieces, then a die or where it goes."
    assert play.why_not(["square:8"]) == "Choose the piece itself."


def test_R19_who_is_home_stays() -> None:
    play = at("phase=using White=tray,8 pair=53", win_form="counters_home")
    assert play.why_not(["piece:0.0"]) == "It is home, and stays there."


def test_at_chance_the_throw_is_waited_for() -> None:
    assert at("White=8").why_not(["piece:0.0"]) == "White's turn: throw both dice."
