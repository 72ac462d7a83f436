"""What somebody sees of a room: plain data, ready for JSON, without any secret."""

from typing import Any

from parlour.engine.fairness import verify
from parlour.server.room import FAIR, Room

FULL, TEXT, BRIEF = "full", "text", "brief"  # with the scene; without it; and only what has changed on the board


def show_room(room: Room, key: str, invited: bool, at: float, since: int = 0, detail: str = FULL) -> dict[str, Any]:
    """The room as the person with this key sees it; `since` leaves out sentences that were told before."""
    if detail == BRIEF:
        return show_change(room, at, since)
    held = room.held_by(key)
    invited = invited or bool(held)
    play = room.play
    to_move = play.to_move
    may_move = room.on and to_move in held and not room.sitters[to_move].gone
    may_roll = room.on and play.at_chance and room.dice != FAIR and bool(held)
    seat = to_move if to_move in held else held[0] if held else None
    return {
        **show_to_all(room),
        "code": room.code if invited else None,
        "previous": (room.previous or None) if invited else None,
        "next": (room.next if invited else room.next_watch) or None,
        "yours": held,
        "host": bool(key) and room.host == key,
        "clock": room.clock.as_dict(at),
        "told": show_told(room, since),
        "legal": [vars(action) for action in play.legal] if may_move else [],
        "outcomes": [vars(outcome) for outcome in play.outcomes] if may_roll else [],
        "scene": play.scene(seat).as_dict() if detail == FULL else None,
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


def show_told(room: Room, since: int) -> list[dict[str, Any]]:
    """The sentences that tell of later entries."""
    told = room.told
    first = len(told)
    while first and told[first - 1].number > since:
        first -= 1
    return [vars(sentence) for sentence in told[first:]]


def show_to_all(room: Room) -> dict[str, Any]:
    """What everybody sees alike; it is put together once for every change of the room."""
    if room.shown is None or room.shown["number"] != room.number:
        play = room.play
        room.shown = {
            "watch": room.watch,
            "number": room.number,
            "after": room.after,
            "game": play.game.name,
            "title": play.game.title,
            "options": room.options,
            "takebacks": room.takebacks,
            "dice": show_dice(room),
            "seats": show_seats(room),
            "begun": room.begun,
            "over": room.over,
            "ending": vars(room.ending) if room.ending else None,
            "offers": [
                {"what": what, "seat": offer.seat, "yes": sorted(offer.yes)} for what, offer in room.offers.items()
            ],
            "ply": play.ply,
            "to_move": play.to_move if room.on else None,
            "asked": "" if room.over else play.game.text.asked(play.s, play.o),
            "position": play.position,
            "score": play.score,
        }
    return room.shown


def show_seats(room: Room) -> list[dict[str, Any]]:
    won = room.winners()
    return [
        {
            "seat": seat,
            "colour": room.play.game.text.seat(room.play.s, room.play.o, seat),
            "name": sitter.name or None,
            "kind": "bot" if sitter.bot else "human" if sitter.key else "open",
            "bot": sitter.bot or None,
            "stand_in": sitter.stand_in or None,
            "gone": sitter.gone,
            "ready": sitter.ready,
            "wins": sitter.wins + won.get(seat, 0.0),
        }
        for seat, sitter in enumerate(room.sitters)
    ]


def show_dice(room: Room) -> dict[str, Any]:
    if room.dice != FAIR:
        return {"kind": room.dice}
    return {
        "kind": room.dice,
        "commitment": room.commitment,
        "seeds": [sitter.seed or None for sitter in room.sitters],
        "secret": room.play.tags.get("Secret"),
    }


def show_verdict(room: Room) -> dict[str, Any]:
    """Whether the dice were fair, in plain words."""
    verdict = verify(room.play)
    return {"fair": verdict.fair, "sentences": list(verdict.sentences)}
