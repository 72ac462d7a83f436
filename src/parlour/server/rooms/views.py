"""What somebody sees of a room: plain data, ready for JSON, without any secret."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from parlour.engine.fairness import verify
from parlour.engine.moves import Action, IllegalAction, Outcome
from parlour.engine.pages import find_part
from parlour.engine.people import is_about
from parlour.engine.play import Play
from parlour.engine.seeds import DERIVED, OWN
from parlour.engine.wording import capital
from parlour.server.rooms.acts import addressee
from parlour.server.rooms.room import FAIR, NOBODY, Room, Sitter, Told

MOST_FRAMES, MOST_FRAMED = 24, 12  # frames in a view, and plies that they are taken from

FULL, TEXT, BRIEF = "full", "text", "brief"  # with the scene; without it; and only what has changed on the board


class Views:
    """What people see of one room. What several see alike is put together once, until the room changes."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._number = 0  # of the entry after which all of this was put together
        self._alike: dict[str, Any] = {}
        self._frames: dict[tuple[int, int | None, bool], list[dict[str, Any]]] = {}  # by ply, seat, and whether as you

    def show(self, key: str, invited: bool, at: float, since: int = 0, detail: str = FULL) -> dict[str, Any]:
        """The room as the person with this key sees it; `since` leaves out sentences that were told before."""
        room = self.room
        if detail == BRIEF:
            return show_change(room, at, since)
        self._keep_up()
        held = room.held_by(key)
        invited = invited or bool(held)
        play = room.play
        to_move = play.to_move
        goes_on = room.on and not room.full
        may_move = goes_on and to_move in held and not room.sitters[to_move].gone
        may_roll = goes_on and play.at_chance and room.dice != FAIR and bool(held)
        seat, you = viewing_seat(play, held), addressee(room, held)
        addressed = you is not None
        return {
            **self._alike,
            "code": room.code if invited else None,
            "short": (room.short_code(at) or None) if invited else None,
            "previous": (room.previous or None) if invited else None,
            "next": (room.next if invited else room.next_watch) or None,
            "yours": held,
            "host": bool(key) and room.host == key,
            "undoable": None if (ply := room.undo_ply(held)) is None else room.movers[ply],
            "clock": room.clock.as_dict(at),
            "told": show_told(room, since, you),
            "asked": "" if room.over else tell_full(room) or play.asked(you),
            "came": tell_what_decided(room, you),
            "legal": [vars(action) for action in play.legal] if may_move else [],
            "outcomes": [vars(outcome) for outcome in play.outcomes] if may_roll else [],
            "scene": draw_scene(room, play, seat, addressed) if detail == FULL else None,
            "frames": self.show_frames(seat, since, addressed) if detail == FULL else [],
        }

    def show_frames(self, seat: int | None, since: int, addressed: bool = True) -> list[dict[str, Any]]:
        """What was seen on the way from an entry to the present, the latest of it; who has seen none is shown none."""
        self._keep_up()
        room, plies = self.room, self.room.play.ply
        frames: list[dict[str, Any]] = []
        for ply in range(plies - 1, max(0, plies - MOST_FRAMED) - 1, -1):
            if not 0 < since < room.numbers[ply] or len(frames) >= MOST_FRAMES:
                break
            if (ply, seat, addressed) not in self._frames:
                drawn = draw_frames(room.play, room.numbers[ply], ply, seat, addressed)
                drawn += draw_end(room, ply, seat, addressed)
                self._frames[ply, seat, addressed] = drawn
            frames = self._frames[ply, seat, addressed] + frames
        return frames[-MOST_FRAMES:]

    def _keep_up(self) -> None:
        """Forget what was put together before the room changed."""
        if self._number != self.room.number:
            self._number = self.room.number
            self._alike = show_to_all(self.room)
            self._frames.clear()


def viewing_seat(play: Play, held: list[int]) -> int | None:
    """For which of their seats somebody sees the board; a board that is turned to a seat stays as it lies."""
    turned = play.game.drawing.turned
    return play.to_move if play.to_move in held and not turned else held[0] if held else None


def draw_scene(room: Room, play: Play, seat: int | None, addressed: bool) -> dict[str, Any]:
    """The board; where somebody gave up, the rules would let the play go on, but it is nobody's turn."""
    scene = play.scene(seat, addressed)
    is_left = room.over and not play.over and play.ply == room.play.ply
    return (scene.at_rest() if is_left else scene).as_dict()


def draw_frames(play: Play, number: int, ply: int, seat: int | None, addressed: bool) -> list[dict[str, Any]]:
    return [
        {"number": number, "sentence": frame.sentence, "pieces": [shape.as_dict() for shape in frame.pieces]}
        for frame in play.frames(ply, seat, addressed)
    ]


def draw_end(room: Room, ply: int, seat: int | None, addressed: bool) -> list[dict[str, Any]]:
    """How the board lay when a ply was done and the next had not begun; the last one's end is the scene itself."""
    if ply + 1 >= room.play.ply:
        return []
    told = [event.words for event in room.play.events if event.ply == ply + 1]
    sentence = room.play.say(told[-1], seat if addressed else None) if told else ""
    pieces = [shape.as_dict() for shape in room.play.pieces_before(ply + 1, seat, addressed)]
    return [{"number": room.numbers[ply], "sentence": sentence, "pieces": pieces}]


def show_plies(room: Room) -> list[dict[str, Any]]:
    """All that was played so far and not taken back."""
    told = sentences_by_ply(room.play)
    return [
        {
            "ply": ply,
            "turn": written.turn,
            "whose": written.whose,
            "notation": written.text,
            "sentences": told.get(ply, []),
            "mover": mover if mover != NOBODY else None,
        }
        for ply, (written, mover) in enumerate(zip(room.play.written, room.movers, strict=True), 1)
    ]


def sentences_by_ply(play: Play, you: int | None = None) -> dict[int, list[str]]:
    told: dict[int, list[str]] = {}
    for event in play.events:
        told.setdefault(event.ply, []).append(play.say(event.words, you))
    return told


def show_board(room: Room, key: str, ply: int, instead: str = "") -> dict[str, Any]:
    """The board after a ply, as the person with this key sees it; or after another move in its place.

    Raises IllegalAction if that could not have been played.
    """
    play = room.play.at(ply - 1 if instead else ply)
    if instead:
        play.push(instead)
        if play.ply != ply:
            raise IllegalAction(f"{instead!r} is more than one move: expected one")
    held = room.held_by(key)
    seat, you = viewing_seat(play, held), addressee(room, held)
    is_on = (room.on or ply < room.play.ply or bool(instead)) and not play.over
    return {
        "ply": ply,
        "plies": room.play.ply,
        "to_move": play.to_move if is_on else None,
        "asked": play.asked(you) if is_on else "",
        "position": play.position,
        "notation": play.written[-1].text if ply else "",
        "sentences": sentences_by_ply(play, you).get(ply, []),
        "scene": draw_scene(room, play, seat, you is not None),
        "frames": draw_frames(play, room.numbers[ply - 1], ply - 1, seat, you is not None) if ply else [],
        "score": play.score,
    }


def show_meaning(room: Room, key: str, seat: int, codes: list[int]) -> dict[str, Any]:
    """What playing these codes would be, and what would come of it before chance or another seat decides again."""
    play = copy(room.play)
    you = addressee(room, room.held_by(key))
    told = len(play.events)
    words: list[str] = []
    tokens: list[str] = []
    seen: list[list[dict[str, Any]]] = []
    for code in codes:
        said: Action | Outcome = (
            next(out for out in play.outcomes if out.code == code) if play.at_chance else play.describe(code)
        )
        words.append(said.sentence)
        tokens.append(said.notation)
        play.push(code)
        on_the_way = [frame.pieces for frame in play.frames(play.ply - 1, seat, you is not None)]
        seen += [
            [shape.as_dict() for shape in pieces]
            for pieces in (*on_the_way, play.pieces(play.s, seat, you is not None))
        ]
    return {
        "sentence": " ".join(words),
        "notation": play.game.notation.join(tokens),
        "told": [play.say(event.words, you) for event in play.events[told:]],
        "frames": seen[:-1],
        "pieces": seen[-1],
    }


def show_change(room: Room, at: float, since: int) -> dict[str, Any]:
    """What has changed on the board, the same for everybody."""
    play = room.play
    return {
        "number": room.number,
        "after": room.after,
        "ply": play.ply,
        "to_move": play.to_move if room.on else None,
        "over": room.over,
        "position": play.position,
        "clock": room.clock.as_dict(at),
        "told": show_told(room, since),
    }


def show_told(room: Room, since: int, you: int | None = None) -> list[dict[str, Any]]:
    """The sentences that tell of later entries."""
    told = room.told
    first = len(told)
    while first and told[first - 1].number > since:
        first -= 1
    weights = weigh(room.play, told[first:], you)
    return [show_sentence(room.play, one, you, weight) for one, weight in zip(told[first:], weights, strict=True)]


ROUTINE, USUAL, WEIGHTY = 0, 1, 2
YOURS = 2  # more, where it is about you


def weigh(play: Play, told: Sequence[Told], you: int | None) -> list[int]:
    """How much each of these matters to whoever reads it. What led to something, such as a card, matters as much."""
    text = play.game.text
    weights = []
    for one in told:
        kind = None if one.event is None else one.event.kind
        weight = WEIGHTY if kind is None or kind in text.major else ROUTINE if kind in text.minor else USUAL
        weights.append(weight + YOURS if weight and you is not None and is_about(one.words, you) else weight)
    if max(weights, default=ROUTINE) < WEIGHTY:
        return weights
    heaviest: dict[int, int] = {}  # by entry
    for one, weight in zip(told, weights, strict=True):
        heaviest[one.number] = max(weight, heaviest.get(one.number, 0))
    return [heaviest[one.number] if weight >= WEIGHTY else weight for one, weight in zip(told, weights, strict=True)]


def tell_what_decided(room: Room, you: int | None) -> str:
    """What has ended the play: the first that is told of what came up, if something did, and what was decisive."""
    if not room.ending or room.ending.reason != "rules" or not room.movers:
        return ""
    by_chance, decisive = room.movers[-1] == NOBODY, room.play.game.text.decisive
    came = [(told.words, told.event) for told in room.told if told.number == room.numbers[-1] and told.event]
    said = [words for i, (words, event) in enumerate(came) if (by_chance and i == 0) or event.kind in decisive]
    return " ".join(room.play.say(words, you) for words in said)


def show_sentence(play: Play, told: Told, you: int | None, weight: int = USUAL) -> dict[str, Any]:
    """In words; and of an event of the play what it is, for a page that does more than to tell it."""
    shown: dict[str, Any] = {"number": told.number, "sentence": play.say(told.words, you)}
    if told.event is not None:
        shown["kind"] = play.game.events.word(told.event.kind)
        shown["numbers"] = list(told.event.numbers)
        if told.event.kind in play.game.text.closing:
            shown["closes"] = True
    if weight != USUAL:
        shown["weight"] = weight
    return shown | {"aside": True} if told.aside else shown


def show_to_all(room: Room) -> dict[str, Any]:
    """What everybody sees alike."""
    play = room.play
    return {
        "watch": room.watch,
        "number": room.number,
        "after": room.after,
        "game": play.game.name,
        "title": play.game.title,
        "aim": play.game.aim(play.values),
        "part": find_part(play.game),
        "cards": play.game.drawing.cards is not None,
        "options": room.options,
        "takebacks": room.takebacks,
        "hints": room.hints,
        "anyone": room.anyone,
        "dice": show_dice(room),
        "seats": show_seats(room),
        "begun": room.begun,
        "over": room.over,
        "ending": vars(room.ending) if room.ending else None,
        "offers": [
            {"what": what, "seat": offer.seat, "yes": sorted(offer.yes), "no": sorted(offer.no)}
            for what, offer in room.offers.items()
        ],
        "ply": play.ply,
        "to_move": play.to_move if room.on else None,
        "position": play.position,
        "score": play.score,
    }


def tell_full(room: Room) -> str:
    """That nobody can move any more, if so."""
    return f"{capital(room.full)}." if room.full else ""


def show_seats(room: Room) -> list[dict[str, Any]]:
    won = room.winners()
    return [
        {
            "seat": seat,
            "colour": room.play.game.text.seat(room.play.s, room.play.o, seat),
            "name": sitter.name or None,
            "kind": "bot" if sitter.bot else "human" if sitter.key else "open",
            "bot": sitter.bot or None,
            "free": sitter.free,
            "stand_in": sitter.stand_in or None,
            "gone": sitter.gone,
            "out": room.begun and room.play.game.text.out(room.play.s, room.play.o, seat),
            "ready": sitter.ready,
            "wins": sitter.wins + won.get(seat, 0.0),
        }
        for seat, sitter in enumerate(room.sitters)
    ]


def show_dice(room: Room) -> dict[str, Any]:
    shown = {"kind": room.dice, "thrown": room.play.game.front.throws}
    if room.dice != FAIR:
        return shown
    if room.seeding == DERIVED:
        shown["seeded"] = [show_origin(sitter) for sitter in room.sitters]
    return shown | {
        "commitment": room.commitment,
        "seeds": [sitter.seed or None for sitter in room.sitters],
        "secret": room.play.tags.get("Secret"),
    }


def show_origin(sitter: Sitter) -> str | None:
    """Where the seed of a seat comes from, once somebody is there."""
    return OWN if sitter.own else DERIVED if sitter.ready else None


def show_verdict(play: Play) -> dict[str, Any]:
    """Whether the dice were fair, in plain words."""
    verdict = verify(play)
    return {"fair": verdict.fair, "sentences": list(verdict.sentences)}
