"""People: how a sentence names whoever sits at a seat.

A game speaks of seats, and says everything once, of somebody else: `{seat} [covers] {number}.` Who sits there, and
who reads it, is known only in the end. So wherever the words of a game mean a person they hold a mark, made by
`person`, and what agrees with that person stands in square brackets: verbs, and `[their]`, `[they]`, `[them]`. `say`
puts the names in:

    say("⟦0:Red⟧ [hits] ⟦1:White⟧'s man.", ("Ella", "Maud"), you=0)  # You hit Maud's man.
    say("⟦0:Red⟧ [hits] ⟦1:White⟧'s man.", ("Ella", "Maud"), you=1)  # Ella hits your man.
    say("⟦0:Red⟧ [hits] ⟦1:White⟧'s man.")                           # Red hits White's man.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

MARK = "⟦"  # with which the mark of a person begins
MARKED = re.compile(r"⟦(?P<seat>\d)(?P<number>[:+])(?P<own>[^⟧]*)⟧(?P<possessive>'s)?|\[(?P<agrees>[a-z]+)\]")
PLACED = re.compile(r"⟦(?P<seat>\d)[:+](?P<own>[^⟧]*)⟧(?P<spaces> *)")  # a person, and the room up to what comes next
OPENS = re.compile(r"(^|[.!?—]\s+|\n)$")  # what stands before the first word of a sentence
PLURAL = {"has": "have", "is": "are", "was": "were", "does": "do"}
SAID = 1024  # sentences that are remembered as somebody reads them: the same is said in many rooms, and to several
YOURS = {"they": "you", "them": "you", "their": "your", "theirs": "yours", "themselves": "yourself"}


def person(seat: int, own: str, many: bool = False) -> str:
    """The mark for whoever sits at a seat, with the game's own word for it: Red; or, where that is many, Rats.

    Where there is no seat yet, which is a negative one, that word is all there is to say.
    """
    return own if seat < 0 else f"⟦{seat}{'+' if many else ':'}{own}⟧"


def is_about(words: str, seat: int) -> bool:
    """Whether the words of a game mean whoever sits at a seat."""
    return f"{MARK}{seat}" in words


def say(words: str, names: Sequence[str] = (), you: int | None = None) -> str:
    """The words of a game as somebody reads them: seats by the names of those who sit there, the reader's own as you.

    Without names the game's own words stand. Of two with the same name each is told with that word: Ella (Red).
    """
    return _say(words, tuple(names), you) if MARK in words else words


@lru_cache(SAID)
def _say(words: str, names: tuple[str, ...], you: int | None) -> str:
    doer = named = "one"  # whether you, one or many do something, and were named last

    def put(found: re.Match[str]) -> str:
        nonlocal doer, named
        if found["agrees"]:
            return agree(found["agrees"], named if found["agrees"] in YOURS else doer)
        seat, own, of = int(found["seat"]), found["own"], found["possessive"]
        name = names[seat] if seat < len(names) else ""
        named = "you" if seat == you else "many" if not name and found["number"] == "+" else "one"
        doer = doer if of else named
        opens = OPENS.search(words[: found.start()]) is not None
        if seat == you:
            word = "your" if of else "you"
            return word.capitalize() if opens else word
        if name and names.count(name) > 1:
            name = f"{name} ({own})"
        shown = name or (own[:1].upper() + own[1:] if opens else own)
        return shown if not of else shown + ("'" if named == "many" and own.endswith("s") else "'s")

    return MARKED.sub(put, words)


def set_names(sketch: str, names: Sequence[str] = ()) -> str:
    """A board as text with people in it: a name takes the room of the game's own word and the spaces after it.

    A mark without a word of its own is a name that is told as well, and nothing where there are no names.
    """

    def put(found: re.Match[str]) -> str:
        own, room = found["own"], len(found["own"] + found["spaces"])
        name = names[int(found["seat"])] if names else own
        if not own and not found["spaces"]:
            return f"{name}  " if name else ""
        if len(found["spaces"]) < 2:  # in the midst of words, or at the end of a line
            return name + found["spaces"]
        return (name if len(name) < room else name[: room - 2] + "…").ljust(room)

    lines = [PLACED.sub(put, line).rstrip() if MARK in line else line for line in sketch.split("\n")]
    return "\n".join(lines)


def agree(word: str, form: str) -> str:
    """A verb or pronoun in the form that goes with you, one or many: covers, cover; their, your."""
    if word in YOURS:
        return YOURS[word] if form == "you" else word
    if form == "one":
        return word
    if word in PLURAL:
        return PLURAL[word]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
        return word[:-2]
    return word.removesuffix("s")
