"""What is said in either theme: events, actions, outcomes and what is asked."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from parlour.engine.game import find_game
from parlour.engine.moves import Action, Outcome
from parlour.engine.people import say
from parlour.engine.play import Play
from parlour.games.vendetta import text
from parlour.games.vendetta.options import Theme
from parlour.games.vendetta.standing import progress
from parlour.games.vendetta.state import Event
from tests.games.vendetta.tabletop import PAGE, at, new, said

THEMES = ("mafia", "myth")
ALL_OF_A = "A1 A2 A3 A4 A5 A6 A7 A8"
KINDS = {
    name: getattr(Event, name)
    for name in (
        *("STARTS", "THROWS", "STUCK", "LEAVES", "MOVES", "TAKES", "FREES", "KILLS", "SILENCES", "RECLAIMS"),
        *("HIT_DUE", "REVERSES", "SPINS", "SPARES", "STRIKES", "MASSACRES", "DIES", "GOES_OUT"),
        *("COMES_HOME", "LAST_ALIVE", "ALL_DEAD", "DRAWN", "RELEASES"),
    )
}


def after(typed: str, *position: Any, **options: Any) -> Play:
    play = at(*position, **options)
    play.push(typed)
    return play


# For every kind of event: a play that has it, and the sentence in either theme
TOLD: dict[str, tuple[Callable[[str], Play], str, str]] = {
    "STARTS": (
        lambda theme: started(theme, "throw"),
        "Family B throws highest and starts.",
        "Troglodytes throw highest and start.",
    ),
    "THROWS": (lambda theme: after("35", theme=theme), "Family A throws 5 and 3.", "Samurai throw 5 and 3."),
    "STUCK": (
        lambda theme: after("53", "20: Ag | B1", lost=ALL_OF_A, theme=theme),
        "Family A can move nothing with these dice.",
        "Samurai can move nothing with these dice.",
    ),
    "LEAVES": (
        lambda theme: after("sH>4[5]", dice="53", theme=theme),
        "Family A's soldier leaves home with 5 for space 4 (F.B.I.).",
        "Samurai's warrior leaves home with 5 for space 4 (sacred ground).",
    ),
    "MOVES": (
        lambda theme: after("g20>25[3+2]", "20: Dg", "D", dice="32", theme=theme),
        "Family D's Godfather moves from space 20 to space 25.",
        "Vikings' King moves from space 20 to space 25.",
    ),
    "TAKES": (
        lambda theme: after("s15>20[3+2]", "20: B1; 15: A1", dice="32", theme=theme),
        "Family A's soldier takes Family B's soldier on space 20: he is a hostage and cannot move.",
        "Samurai's warrior takes Troglodytes' warrior on space 20: he is suspended in time and cannot move.",
    ),
    "FREES": (
        lambda theme: after("s15>20[3+2]", "20: Ag | B1; 15: A1", dice="32", theme=theme),
        "Family A's piece held on space 20 is free again.",
        "Samurai's piece held on space 20 is free again.",
    ),
    "KILLS": (
        lambda theme: after("s15>20[3+2]", "20: B4 | A1; 15: A2", dice="32", theme=theme),
        "Family B's soldier is lost to Family A's second soldier on space 20.",
        "Troglodytes' warrior is lost to Samurai's second warrior on space 20.",
    ),
    "SILENCES": (
        lambda theme: after("s8>11[2+1]", "8: A1", dice="21", theme=theme),
        "Family A's soldier is lost to space 11 (Silenced).",
        "Samurai's warrior is lost to space 11 (darkness).",
    ),
    "RECLAIMS": (
        lambda theme: after("s44>0[3+1]", "44: A1", lost="A5", dice="31", theme=theme),
        "Family A's soldier, who was lost, comes back into home for the round just completed.",
        "Samurai's warrior, who was lost, comes back into home for the round just completed.",
    ),
    "HIT_DUE": (
        lambda theme: after("s1>2[1]", "1: A1", dice="31", theme=theme),
        "Family A has come to space 2 (Hit): the two gunmen will spin once at the end of the turn.",
        "Samurai have come to space 2 (Spell): the two wizards will spin once at the end of the turn.",
    ),
    "REVERSES": (
        lambda theme: after("s20>25[3+2]", "20: A1 | Bg+B2", "B", dice="32", theme=theme),
        "Family B has only their Godfather left on space 20: Family A holds him now.",
        "Troglodytes have only their King left on space 20: Samurai hold him now.",
    ),
    "SPINS": (
        lambda theme: after("18/42", spins=1, theme=theme),
        "Family A spins: the two gunmen point at space 18 (Massacre) and space 42 (Massacre), which are both empty.",
        "Samurai spin: the two wizards point at space 18 (the source) and space 42 (the source), which are both empty.",
    ),
    "SPARES": (
        lambda theme: after("nospin", spins=1, spin="optional", theme=theme),
        "Family A does not spin.",
        "Samurai do not spin.",
    ),
    "STRIKES": (
        lambda theme: after("20", "20: C3", spins=1, theme=theme),
        "Family C's soldier is struck on space 20 and lost.",
        "Rats' warrior is struck on space 20 and lost.",
    ),
    "MASSACRES": (
        lambda theme: after("18", "18: C3 | A1", spins=1, theme=theme),
        "Every soldier on space 18 (Massacre) falls: 2 lost.",
        "Every warrior on space 18 (the source) falls: 2 lost.",
    ),
    "DIES": (
        lambda theme: after("20", "20: Dg", spins=1, theme=theme),
        "Family D's Godfather dies on space 20.",
        "Vikings' King dies on space 20.",
    ),
    "GOES_OUT": (
        lambda theme: after("20", "20: Dg", spins=1, theme=theme),
        "Family D has lost their Godfather and is out, with all their men.",
        "Vikings have lost their King and are out, with all their men.",
    ),
    "COMES_HOME": (
        lambda theme: after("g44>H[3+2]", "44: Ag", dice="32", theme=theme),
        "Family A wins: their Godfather is home.",
        "Samurai win: their King is home.",
    ),
    "LAST_ALIVE": (
        lambda theme: after("20", "20: Cg", spins=1, players=2, theme=theme),
        "Family A wins: their Godfather is the last one alive.",
        "Samurai win: their King is the last one alive.",
    ),
    "ALL_DEAD": (
        lambda theme: after("20", "20: Cg; 44: Ag", spins=1, players=2, theme=theme),
        "No Godfather is left: the game is drawn.",
        "No King is left: the game is drawn.",
    ),
    "DRAWN": (
        lambda theme: after("20", spins=1, turns=7, turn_limit=7, theme=theme),
        "7 turns have been played: the game is drawn.",
        "7 turns have been played: the game is drawn.",
    ),
    "RELEASES": (
        lambda theme: after("20", "20: A1 | B1", spins=1, theme=theme),
        "Family A's soldier is free again on space 20: nobody is left to hold him.",
        "Samurai's warrior is free again on space 20: nobody is left to hold him.",
    ),
}


def started(theme: str, first_player: str) -> Play:
    play = new(theme=theme, first_player=first_player)
    play.push("B")
    return play


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", TOLD)
def test_what_is_said_of_an_event(kind: str, theme: str) -> None:
    make, *sentences = TOLD[kind]
    play = make(theme)
    found = [event.sentence for event in play.events if event.kind == KINDS[kind] and event.ply == play.ply]
    assert sentences[THEMES.index(theme)] in found


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "will spin once"),
        ({"spins_per_turn": "per_piece"}, "will spin for it"),
        ({"spin": "optional"}, "may spin once"),
    ],
)
def test_R22_how_often_the_spinner_is_spun(options: dict[str, Any], words: str) -> None:
    play = after("s1>2[1]", "1: A1", dice="31", **options)
    assert (
        play.events[-1].sentence
        == f"Family A has come to space 2 (Hit): the two gunmen {words} at the end of the turn."
    )


@pytest.mark.parametrize(
    ("typed", "board", "position", "freed"),
    [
        ("s20>25[3+2]", "20: A1 | B1", {"turn": "B", "dice": "32"}, ["Family A's soldier"]),
        ("18", "18: Ag | B1", {"spins": 1}, ["Family A's Godfather"]),
        ("44", "30: A1 | C1; 44: Bg", {"spins": 1}, []),
        ("44", "30: A1 | B1; 44: Bg", {"spins": 1}, ["Family A's soldier"]),
        ("s20>25[3+2]", "20: A1 | Bg+B2", {"turn": "B", "dice": "32"}, []),
    ],
)
def test_R20_who_is_free_again_is_told(typed: str, board: str, position: dict[str, Any], freed: list[str]) -> None:
    """When a captor leaves, falls, or goes out; not where the roles are only reversed."""
    play = after(typed, board, **position)
    told = [event.sentence for event in play.events if event.kind == Event.RELEASES]
    assert [sentence.partition(" is free again")[0] for sentence in told] == freed


def test_every_kind_of_event_is_told() -> None:
    assert set(TOLD) == set(KINDS)
    assert sorted(KINDS.values()) == list(range(Event.RELEASES + 1))


@pytest.mark.parametrize(("theme", "leader"), [("mafia", "Family A's Godfather"), ("myth", "Samurai's King")])
def test_coming_home_is_a_move_into_home(theme: str, leader: str) -> None:
    play = after("g44>H[3+2]", "44: Ag", dice="32", theme=theme)
    assert said(play)[0] == f"{leader} moves from space 44 to home."


def test_a_massacre_with_nobody_but_a_godfather() -> None:
    play = after("18", "18: Cg", spins=1)
    assert said(play)[1:3] == [
        "There is no soldier on space 18 (Massacre).",
        "Family C's Godfather dies on space 18 (Massacre).",
    ]


@pytest.mark.parametrize(
    ("there", "told"),
    [
        ("", "space 17 and space 41, which are both empty."),
        ("17: Cg", "space 17, where Family C's Godfather stands, and space 41, which is empty."),
        ("41: C1", "space 17, which is empty, and space 41, where Family C's soldier stands."),
        (
            "41: Cg+C1+C2; 17: D1+D2",
            "space 17, where Family D's 2 soldiers stand, and "
            "space 41, where Family C's Godfather and 2 soldiers stand.",
        ),
        (
            "41: Dg | C1; 17: A1",
            "space 17, where Family A's soldier stands, and "
            "space 41, where Family C's soldier and Family D's Godfather stand.",
        ),
    ],
)
def test_a_spin_tells_of_each_space_who_is_there(there: str, told: str) -> None:
    play = after("17", there, spins=1)
    assert said(play)[0] == f"Family A spins: the two gunmen point at {told}"


def test_a_spin_tells_you_of_your_own_man_by_your_word() -> None:
    play = after("17", "17: Cg", spins=1)
    told = next(event.words for event in play.events if event.kind == Event.SPINS and event.ply == play.ply)
    play.names = ("Dora", "", "Ben", "")
    assert play.say(told, 2) == (
        "Dora spins: the two gunmen point at space 17, where your Godfather stands, and space 41, which is empty."
    )


def test_the_draw_of_who_starts() -> None:
    assert said(started("mafia", "random")) == ["Family B is drawn to start."]
    assert said(started("myth", "random")) == ["Troglodytes are drawn to start."]


@pytest.mark.parametrize("theme", THEMES)
def test_seats_are_called_by_their_homes(theme: str) -> None:
    names = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
    every = {"mafia": ["Family A", "Family B", "Family C", "Family D"], "myth": [*text.FAMILIES[Theme.MYTH]]}[theme]
    for players, homes in names.items():
        play = new(theme=theme, players=players)
        assert [play.seat_name(seat) for seat in range(players)] == [every[home] for home in homes]


def test_the_words_of_both_themes_are_those_of_the_page() -> None:
    table = PAGE.split("| in Mafia | in Myth |")[1].split("\n\n")[0]
    words = dict([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:])
    mafia, myth = Theme.MAFIA, Theme.MYTH
    assert words[text.LEADERS[mafia]] == text.LEADERS[myth]
    assert words[text.SOLDIERS[mafia]] == text.SOLDIERS[myth]
    assert words[f"{text.SPINNERS[mafia]} on the spinner"] == text.SPINNERS[myth]
    assert words[text.HOSTAGES[mafia]] == text.HOSTAGES[myth]
    for mark, name in text.MARKS[mafia].items():
        if name != "gate":
            assert words[name] == text.MARKS[myth][mark]
    assert words["family A, B, C, D"] == f"army: {', '.join(text.FAMILIES[myth])}"


@pytest.mark.parametrize(
    ("theme", "foreign"),
    [
        (
            "mafia",
            r"King|[Ww]arrior|wizard|Spell|sacred|source|darkness|suspended|Samurai|Troglodytes|Rats|Vikings|army",
        ),
        ("myth", r"Godfather|[Ss]oldier|gunm[ae]n|\bHit\b|F\.B\.I|Massacre|Silenced|[Hh]ostage|[Ff]amily"),
    ],
    ids=THEMES,
)
def test_no_word_of_the_other_theme_is_said(theme: str, foreign: str) -> None:
    rng = random.Random(theme)
    heard: list[str] = []
    for first_player in ("throw", "random"):
        play = new(theme=theme, spin="optional", first_player=first_player, layout="bloody", turn_limit=25)
        while not play.over:
            heard.append(play.view().asked)
            choices: Sequence[Action | Outcome] = play.outcomes if play.at_chance else play.legal
            heard += [choice.sentence for choice in choices]
            heard += [choice.label for choice in choices if isinstance(choice, Action)]
            play.push(rng.choice(choices).code)
        heard += [event.sentence for event in play.events]
        heard += [say(progress(play.s, play.o, seat)) for seat in range(4)]
        heard.append(play.view().asked)
    assert len(heard) > 400
    assert not [sentence for sentence in heard if re.search(foreign, sentence)]
    assert all(re.fullmatch(r"[A-Z0-9].*[.]", event.sentence) for event in play.events)


def action(play: Play, notation: str) -> tuple[str, str]:
    found = next(action for action in play.legal if action.notation == notation)
    return found.label, found.sentence


@pytest.mark.parametrize(
    ("board", "dice", "notation", "label", "sentence"),
    [
        (
            "",
            "53",
            "sH>2[3]",
            "soldier from home to space 2 (Hit) with the 3",
            "Move the soldier from home to space 2 (Hit: whoever comes there spins the gunmen) with the 3.",
        ),
        (
            "20: Ag",
            "32",
            "g20>25[3+2]",
            "Godfather from space 20 to space 25 with both dice",
            "Move the Godfather from space 20 to space 25 with both dice.",
        ),
        (
            "44: Ag",
            "53",
            "g44>H[5]",
            "Godfather from space 44 to home with the 5",
            "Move the Godfather from space 44 to home with the 5 and win.",
        ),
        (
            "20: B1; 15: A4",
            "53",
            "s15>20[5]",
            "soldier from space 15 to space 20 with the 5, takes Family B's soldier",
            "Move the soldier from space 15 to space 20 with the 5. "
            "That takes Family B's soldier, who is then a hostage.",
        ),
        (
            "20: Bg; 15: A4",
            "53",
            "s15>20[5]",
            "soldier from space 15 to space 20 with the 5, takes Family B's Godfather",
            "Move the soldier from space 15 to space 20 with the 5. "
            "That takes Family B's Godfather, who is then a hostage.",
        ),
        (
            "20: A3 | B1; 15: A4",
            "53",
            "s15>20[5]",
            "soldier from space 15 to space 20 with the 5, takes Family B's soldier and frees Family A's soldier",
            "Move the soldier from space 15 to space 20 with the 5. "
            "That takes Family B's soldier and frees Family A's soldier, who is held there.",
        ),
        (
            "20: B1 | A4",
            "53",
            "s20>25[5]",
            "soldier from space 20 to space 25 with the 5, frees Family B's soldier",
            "Move the soldier from space 20 to space 25 with the 5. Leaving frees Family B's soldier.",
        ),
        (
            "20: Bg | A4",
            "53",
            "s20>25[5]",
            "soldier from space 20 to space 25 with the 5, frees Family B's Godfather",
            "Move the soldier from space 20 to space 25 with the 5. Leaving frees Family B's Godfather.",
        ),
        (
            "20: B2 | Ag+A4",
            "53",
            "s20>23[3]",
            "soldier from space 20 to space 23 (Silenced) with the 3, lost, frees Family B's soldier, "
            "who then holds Family A's Godfather",
            "Move the soldier from space 20 to space 23 (Silenced) with the 3. He is lost there. "
            "Leaving frees Family B's soldier, who then holds Family A's Godfather.",
        ),
        (
            "20: B2 | Ag+A4",
            "53",
            "g20>25[5]",
            "Godfather from space 20 to space 25 with the 5",
            "Move the Godfather from space 20 to space 25 with the 5.",
        ),
        (
            "46: Ag",
            "51",
            "g46>3[5]",
            "Godfather from space 46 to space 3 with the 5, past home, round again",
            "Move the Godfather from space 46 to space 3 with the 5, past home, round again.",
        ),
        (
            "8: A4",
            "53",
            "s8>11[3]",
            "soldier from space 8 to space 11 (Silenced) with the 3, lost",
            "Move the soldier from space 8 to space 11 (Silenced) with the 3. He is lost there.",
        ),
    ],
)
def test_what_is_said_of_a_move(board: str, dice: str, notation: str, label: str, sentence: str) -> None:
    assert action(at(board, dice=dice), notation) == (label, sentence)


@pytest.mark.parametrize(
    ("theme", "gunmen"),
    [("mafia", "gunmen"), ("myth", "wizards")],
)
def test_what_is_said_of_spinning_or_not(theme: str, gunmen: str) -> None:
    play = at(spins=1, spin="optional", theme=theme)
    sentence = f"Spin the {gunmen}: they strike two opposite spaces, your own men included."
    assert action(play, "spin") == ("spin", sentence)
    assert action(play, "nospin") == ("do not spin", "Leave the spinner alone.")


@pytest.mark.parametrize(
    ("theme", "asked", "label", "sentence"),
    [
        (
            "mafia",
            "Family A's turn: choose which soldier is lost to Silenced.",
            "lose the soldier at home",
            "The soldier at home is lost to space 23 (Silenced).",
        ),
        (
            "myth",
            "Samurai's turn: choose which warrior is lost to darkness.",
            "lose the warrior at home",
            "The warrior at home is lost to space 23 (darkness).",
        ),
    ],
)
def test_what_is_said_of_who_is_lost_to_silenced(theme: str, asked: str, label: str, sentence: str) -> None:
    play = after("s20>23[2+1]", "20: A1", dice="21", theme=theme, silenced_soldier="chosen")
    assert play.view().asked == asked
    (action,) = [action for action in play.legal if action.notation == "lose2"]
    assert (action.label, action.sentence, action.path) == (label, sentence, ("piece:0.2",))
    (lander,) = [action for action in play.legal if action.notation == "lose1"]
    assert "who has just moved on space 23 is lost" in lander.sentence


def test_what_is_asked() -> None:
    assert new(theme="myth").view().asked == "Who starts is decided by the dice."
    assert at().view().asked == "Family A's turn: throw both dice."
    play = at("1: A1", dice="53")
    assert play.view().asked == "Family A's turn: move one piece by 8, or two pieces by 5 and 3."
    play.push("sH>2[3]")
    assert play.view().asked == "Family A's turn: move another piece by 5."
    assert at(spins=1).view().asked == "Family A's turn: spin the spinner."
    assert at(spins=1, spin="optional").view().asked == "Family A's turn: spin, or not."
    assert (
        after("g44>H[5]", "44: Ag", dice="51")
        .view()
        .asked.startswith("The game is over: Family A's Godfather is home. 1. Family A")
    )
    won = after("g44>H[5]", "44: Ag", dice="51", players=2).view().asked
    assert won == "The game is over: Family A's Godfather is home.", "of two nobody asks who is second"
    assert after("20", spins=1, turns=7, turn_limit=7).view().asked == "The game is drawn."


def test_what_is_asked_of_many() -> None:
    """The armies of the myth theme are plural."""
    assert at(theme="myth").view().asked == "Samurai's turn: throw both dice."
    play = at("1: C1", "C", dice="53", theme="myth")
    assert play.view().asked == "Rats' turn: move one piece by 8, or two pieces by 5 and 3."
    play.push("sH>26[3]")
    assert play.view().asked == "Rats' turn: move another piece by 5."
    assert at(spins=1, theme="myth").view().asked == "Samurai's turn: spin the spinner."
    assert at(spins=1, spin="optional", theme="myth").view().asked == "Samurai's turn: spin, or not."
    won = after("g44>H[5]", "44: Ag", dice="51", theme="myth").view().asked
    assert won == "The game is over: Samurai's King is home. 1. Samurai, 2. Troglodytes and Rats and Vikings."


@pytest.mark.parametrize(
    ("theme", "wrong"),
    [
        ("mafia", r"^Family [A-D] (have|are|do|throw|start|spin|hold|win|move)\b"),
        ("myth", r"^(Samurai|Troglodytes|Rats|Vikings) \w*s\b|\bits\b"),
    ],
    ids=THEMES,
)
def test_verbs_agree_with_whoever_acts(theme: str, wrong: str) -> None:
    """A seat that acts is named at the start of a sentence or after a colon."""
    plays = [make(theme) for make, *_ in TOLD.values()]
    heard = [play.view().asked for play in plays] + [event.sentence for play in plays for event in play.events]
    parts = [part for sentence in heard for part in sentence.split(": ")]
    assert sum(part.startswith(text.FAMILIES[THEMES.index(theme)]) for part in parts) > 40
    assert not [part for part in parts if re.search(wrong, part)]


def test_what_is_said_of_outcomes() -> None:
    assert [outcome.sentence for outcome in new(players=2, theme="myth").outcomes] == [
        "Samurai start.",
        "Rats start.",
    ]
    assert new(players=2).outcomes[1].sentence == "Family C starts."
    assert at().outcomes[1].sentence == "The dice show 2 and 1."
    assert at(spins=1).outcomes[2].sentence == "The spinner points at space 2 (Hit) and space 26 (Hit)."


def test_what_a_godfather_needs() -> None:
    play = at("44: Ag; 20: Bg | A1", out="D")
    assert [say(progress(play.s, play.o, seat)) for seat in range(4)] == [
        "Godfather needs exactly 5 to get home",
        "Godfather held by Family A, 41 from home",
        "Godfather at home, 50 to go",
        "out",
    ]
    play.push("51 g44>H[5]")
    assert progress(play.s, play.o, 0) == "Godfather is home"


@pytest.mark.parametrize(
    ("board", "out", "order"),
    [
        ("44: Ag; 20: Bg; 34: Cg", "", "1. Family A, 2. Family C, 3. Family B, 4. Family D."),
        ("44: Ag; 20: Bg; 32: Cg", "", "1. Family A, 2. Family B and Family C, 4. Family D."),
        ("44: Ag; 12: Bg", "D", "1. Family A, 2. Family B, 3. Family C, 4. Family D."),
        ("44: Ag", "D B", "1. Family A, 2. Family C, 3. Family B, 4. Family D."),
        ("44: Ag", "B D", "1. Family A, 2. Family C, 3. Family D, 4. Family B."),
    ],
)
def test_the_order_behind_the_winner(board: str, out: str, order: str) -> None:
    """Players still in by their Godfathers' progress, then those out, the latest first; equals share a place."""
    play = after("g44>H[5]", board, out=out, dice="51")
    assert play.view().asked == f"The game is over: Family A's Godfather is home. {order}"


def test_the_aim_is_told_in_the_words_of_the_theme() -> None:
    game = find_game("vendetta")
    mafia, myth = (game.aim(game.settle(None, theme=theme)) for theme in ("mafia", "myth"))
    assert mafia == (
        "Bring your Godfather home. If a Hit strikes him alone, you are out; "
        "F.B.I. shuts him out, Silenced costs a soldier."
    )
    assert myth == (
        "Bring your King home. If a Spell strikes him alone, you are out; "
        "sacred ground shuts him out, darkness costs a warrior."
    )
