"""What people read and hear while a game is played: by their names, in words, and no two things called alike."""

import importlib
import random
import re
from collections.abc import Iterator

import pytest

from parlour.engine.game import Game, find_game
from parlour.engine.people import MARK, agree
from parlour.engine.play import Play
from tests.form import samples

NAMES = ("Mum", "Ella", "Tom", "Maud", "Zoe", "Kit", "Sam", "Joe")
GAMES = ("quatro", "numeric", "vendetta", "quantum", "stencil")
PRESETS = [(name, preset) for name in GAMES for preset in (None, *find_game(name).presets)]
LONGEST = samples(120, 3000)  # plies of each play

# Events that tell of nobody: all others name somebody
IMPERSONAL = {
    "quatro": {"VOID", "NEW_GAME"},
    "numeric": {"SCRAMBLE", "CLOCK_OUT", "LAST_THROW"},
    "vendetta": {"MASSACRES", "ALL_DEAD", "DRAWN"},
    "quantum": {"DRAWN"},
    "stencil": {"UNFINISHED", "ABANDONED"},
}
BEFORE = re.compile(r"(starts|throws first) is d|to see who starts|boards are drawn|plates are dealt|order of choosing")
DRAWN = re.compile(r"drawn|over")  # what is said of a play that is over
# The game's own words for seats, where they would stand for a person
SEATS = {
    "quatro": r"\b(Red|Blue|Yellow|Black)('s| (?!plays|is taken)[a-z])|\b[Pp]layer \d",
    "numeric": r"\b[A-H] (makes?|throws?|passes|earns|has|covers|pays|draws|wins|out|£)|\b[A-H]'s|\b[Ss]ide [A-H]\b",
    "vendetta": r"Family [A-D]|Samurai|Troglodytes|Rats|Vikings|\b[A-D]'s",
    "quantum": r"\b(White|Black|Red|Blue|Green|Purple)\b",
    "stencil": r"\b(Red|White)\b",
}
# Moves as records write them
NOTATION = re.compile(
    r"\b\d+/(\d+|off)|\bbar/|[gs][\dH]+>|\[[\d+]+\]|\b\d+[a-j]?-\d+[a-j]?\b|@\d|@[A-Z]\d|[a-z]+:[A-Za-z0-9]+\b|^E$|=\d+$"
)


def play_at_random(name: str, preset: str | None, names: tuple[str, ...] = NAMES) -> Iterator[Play]:
    """A play as it stands before each ply, and in the end."""
    game = find_game(name)
    values = game.settle(preset)
    play, rng = Play(game, values, names[: values["players"]]), random.Random(f"{name} {preset}")
    while True:
        yield play
        if play.over or play.ply >= LONGEST:
            return
        play.push(rng.choice(play.outcome_codes() if play.at_chance else play.legal_codes()))


def names_somebody(words: str) -> bool:
    return re.search(rf"\b({'|'.join(NAMES)}|[Yy]ou|[Yy]our)\b", words) is not None


def told(game: Game, play: Play, since: int, you: int | None) -> Iterator[tuple[str, str]]:
    """What was told since, with the name of the event."""
    for event in play.events[since:]:
        yield game.events.find(event.kind).name, play.say(event.words, you)


@pytest.mark.parametrize("you", [None, 0])
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_sentence_names_people_or_says_you(name: str, preset: str | None, you: int | None) -> None:
    game, told_of, nameless = find_game(name), 0, []
    for play in play_at_random(name, preset):
        asked = play.asked(you)
        if not names_somebody(asked) and not BEFORE.search(asked) and not (play.over and DRAWN.search(asked)):
            nameless.append(asked)
        for kind, sentence in told(game, play, told_of, you):
            drawn = play.over and "drawn" in sentence
            if not names_somebody(sentence) and kind not in IMPERSONAL[name] and not drawn:
                nameless.append(sentence)
        said = [asked, *(sentence for _, sentence in told(game, play, told_of, you))]
        told_of = len(play.events)
        wrong = [words for words in said if MARK in words or re.search(r"\[[a-z]+\]", words)]
        wrong += [words for words in said if re.search(SEATS[name], words)]
        wrong += [words for words in said if re.search(r"\b[Yy]ou (has|is|was|does|(?!pass\b)[a-z]+s)\b", words)]
        assert not wrong, f"{name} {preset}, ply {play.ply}: {wrong}"
    assert len(nameless) == 0, f"{name} {preset}: {len(nameless)} sentences name nobody: {sorted(set(nameless))[:5]}"


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_board_names_people(name: str, preset: str | None) -> None:
    for play in play_at_random(name, preset):
        if play.ply % 40 and not play.over:
            continue
        for seat in (None, 0):
            for shape in play.scene(seat).shapes:
                assert MARK not in shape.label + shape.text
                assert not re.search(SEATS[name], f"{shape.label} {shape.text}"), f"{name} {preset}: {shape}"


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_choices_are_told_in_words_and_each_in_its_own(name: str, preset: str | None) -> None:
    for play in play_at_random(name, preset):
        here = f"{name} {preset}, ply {play.ply}"
        if play.at_chance:
            assert not [out.sentence for out in play.outcomes if NOTATION.search(out.sentence)], here
            continue
        actions = play.legal
        labels = [action.label for action in actions]
        assert sorted(set(labels)) == sorted(labels), here
        for action in actions:
            assert action.label != action.notation or action.notation.isalpha(), f"{here}: {action.label}"
            for words in (action.label, action.sentence):
                assert not NOTATION.search(words), f"{here}: {words}"
                assert MARK not in words
        for hint in play.hints():
            assert not NOTATION.search(hint.replace("\n", " ")) or name == "numeric", f"{here}: {hint}"


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_story_is_told_in_words(name: str, preset: str | None) -> None:
    play = list(play_at_random(name, preset))[-1]
    assert play.events
    for event in play.events:
        assert not NOTATION.search(re.sub(r" = .*", "", event.sentence)), event.sentence


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_that_agrees_is_declared_of_one_person(name: str) -> None:
    """`{seat} [covers]`, never `{seat} [cover]`."""
    state = importlib.import_module(f"parlour.games.{name}.state")
    for entry in (*state.Event.DECLARED, *state.Phase.DECLARED):
        for verb in re.findall(r"\[([a-z]+)\]", entry.says):
            assert verb.startswith("the") or agree(verb, "you") != verb, f"{entry.name} says [{verb}]"


ODD = (
    *("and 1 and 1", "from neon 10 to neon 10", "played to its end", "is thrown for", "stand alike"),
    *("soldier 1", "uses the dice:"),
)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_odd_english_is_gone(name: str, preset: str | None) -> None:
    for play in play_at_random(name, preset):
        heard = [play.asked(), play.scene().caption] if play.ply % 10 == 0 or play.over else [play.asked()]
        for words in heard:
            assert not [odd for odd in ODD if odd in words], words


def test_several_at_one_screen_are_told_apart_by_name() -> None:
    play = Play(find_game("vendetta"), find_game("vendetta").settle("two"), ("Mum", "Tom"))
    while play.at_chance:
        play.push(play.outcome_codes()[0])
    mover, other = play.names[play.to_move], play.names[1 - play.to_move]
    assert play.asked().startswith(f"{mover}'s turn: ")
    assert play.asked(play.to_move).startswith("Your turn: ")
    assert play.asked(1 - play.to_move).startswith(f"{mover}'s turn: ")
    assert other not in play.asked()
    together = {shape.text for shape in play.scene(play.to_move, addressed=False).shapes}
    assert {mover, other} <= together
    assert "You" not in together


def test_of_soldiers_that_stand_alike_any_may_be_touched() -> None:
    play = Play(find_game("vendetta"), find_game("vendetta").settle("two"))
    while play.at_chance:
        play.push(play.outcome_codes()[0])
    seat = play.to_move
    touched = {thing for action in play.legal for thing in action.path if thing.startswith("piece:")}
    for shape in play.scene(seat).pieces:
        if shape.id.startswith(f"piece:{seat}."):
            assert (shape.like or shape.id) in touched
            assert play.why_not([shape.id]) == ""


def test_where_all_pays_the_same_nothing_pays_best() -> None:
    play = Play(find_game("numeric"), find_game("numeric").settle("basic"))
    while play.at_chance:
        play.push(play.outcome_codes()[len(play.outcome_codes()) // 2])
    assert not any("pays best" in hint for hint in play.hints())
    assert any(hint.startswith("The easiest: ") for hint in play.hints())
