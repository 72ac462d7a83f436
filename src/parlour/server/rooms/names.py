"""What people may be called: anything that can be read, but no sentence, and nobody like another in the room."""

import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from parlour.server.rooms.refusal import Refused

LONGEST = 32  # letters, as people count them
MOST_SENT = 8 * LONGEST  # as computers count them
MOST_MARKS = 4  # on one letter
IN_RECORDS = '"|'  # which have a meaning there
IN_WORDS = "⟦⟧"  # with which people are marked there: see `engine/people.py`
IN_SENTENCES = ":;,!?。؟؛،।"  # what ends or divides one, in several scripts
MARKS = ("Mn", "Mc", "Me")
UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\U0001d159")
UNSEEN_MARKS = frozenset(
    chr(code) for first, last in ((0xFE00, 0xFE0F), (0xE0100, 0xE01F0)) for code in range(first, last)
)
JOINERS = (NOT_JOINED, JOINED) = "\u200c\u200d"  # names in Persian or Hindi need them, and pictures made of several
AS_PICTURE = "\ufe0f"  # what stands before it
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
ACCENTS = frozenset(map(chr, range(0x300, 0x370)))

# What may be taken for a letter: small ones of Cyrillic, Greek and other alphabets, and large ones
LOOK_ALIKES = {
    "a": "аαɑАΑ", "b": "вьβʙВЬΒ", "c": "сϲСϹ", "d": "ԁđĐÐ", "e": "еєεЕЄΕ", "f": "ƒ", "g": "ɡԍɢ", "h": "һнʜħНΗҺ",
    "i": "іιıɪІΙ1lӏłІӀŁ", "j": "јЈ", "k": "кκКΚ", "m": "мМΜ", "n": "пηɴΝ", "o": "оοσøОΟØ0", "p": "рρРΡ", "q": "ԛԚ",
    "r": "гʀ", "s": "ѕЅ", "t": "тτТΤ", "u": "μυц", "v": "νѵѴ", "w": "ωшԝԜ", "x": "хχХΧ", "y": "уγүУҮΥ", "z": "ζΖ",
}  # fmt: skip
AS_LATIN = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})


def tidy_name(text: str) -> str:
    """A name as it is shown and recorded, of what somebody typed. Raises Refused."""
    if len(text) > MOST_SENT:
        raise Refused(422, f"the name is too long: expected at most {LONGEST} letters")
    name = unicodedata.normalize("NFKC", text.strip())
    refuse_unseen(name)
    name = " ".join(name.split())
    refuse_sentence(name)
    if not any(unicodedata.category(letter)[0] in "LNS" for letter in name):
        raise Refused(422, "the name is empty: expected at least one letter")
    if count_letters(name) > LONGEST:
        raise Refused(422, f"the name is too long: expected at most {LONGEST} letters")
    return name


def refuse_unseen(name: str) -> None:
    """Nothing that cannot be seen, but for what joins letters and pictures; and no letter under a heap of marks."""
    marks = MOST_MARKS  # none stands at the beginning
    for at, letter in enumerate(name):
        kind = unicodedata.category(letter)
        before, after = name[at - 1 : at], name[at + 1 : at + 2]
        seen = kind not in UNSEEN and letter not in UNSEEN_LETTERS and letter not in UNSEEN_MARKS
        if letter in JOINERS:
            seen = joins(before, letter, after)
        elif letter == AS_PICTURE:
            seen = is_picture(before)
        if not seen:
            raise Refused(422, f"the name has an invisible character in it, U+{ord(letter):04X}: expected none")
        marks = marks + 1 if kind in MARKS else 0
        if marks > MOST_MARKS:
            raise Refused(
                422, f"the name has accents without a letter, or too many on one: expected at most {MOST_MARKS}"
            )


def joins(before: str, joiner: str, after: str) -> bool:
    """Whether an invisible joiner stands where writing needs it: between letters that have no small and large form."""
    sides = [unicodedata.category(side) if side else "" for side in (before, after)]
    if all(kind in ("Lo", *MARKS) for kind in sides) and before != AS_PICTURE:
        return True
    return joiner == JOINED and is_picture(after) and (is_picture(before) or before in (AS_PICTURE, *SKIN_TONES))


def is_picture(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) in ("So", "Sm")


def refuse_sentence(name: str) -> None:
    """No name reads as if something had happened: `Ben gives up. Ann`."""
    for mark in IN_RECORDS + IN_WORDS + IN_SENTENCES:
        if mark in name:
            raise Refused(422, f"a name cannot have {mark} in it: expected one without")
    if ". " in name or name.endswith("."):
        raise Refused(
            422, "a name cannot end like a sentence: expected one without a full stop before a space or at its end"
        )


def count_letters(name: str) -> int:
    """As people see them: a letter with its marks, or a picture made of several, is one."""
    return sum(
        unicodedata.category(letter) not in MARKS
        and letter not in JOINERS
        and letter not in SKIN_TONES
        and not (before == JOINED and is_picture(letter))
        for before, letter in pairwise(f" {name}")
    )


def are_alike(one: str, other: str) -> bool:
    """Whether one name reads or looks like another."""
    return spell(one) == spell(other) or draw(one) == draw(other)


def spell(name: str) -> str:
    """A name without all that is easily overlooked: accents, spaces, marks between letters, small or large."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in plain if is_telling(letter)).casefold()


def is_telling(letter: str) -> bool:
    """Whether a letter keeps names apart."""
    return letter not in ACCENTS and letter != AS_PICTURE and unicodedata.category(letter)[0] in "LNMS"


def draw(name: str) -> str:
    """What a name looks like from afar, in letters from a to z as far as there are such."""
    plain = unicodedata.normalize("NFKD", name).translate(AS_LATIN)
    return spell(plain).translate(AS_LATIN).replace("rn", "m").replace("vv", "w")


def refuse_taken(name: str, bots: Iterable[str], others: Iterable[str]) -> None:
    """Nobody is called like a bot, or like another person in the room."""
    for bot in bots:
        if are_alike(name, bot):
            raise Refused(422, f"a bot is called {bot}: expected another name, such as {name} B")
    for other in others:
        if other and are_alike(name, other):
            raise Refused(409, f"somebody here is called {other} already: expected another name, such as {name} B")
