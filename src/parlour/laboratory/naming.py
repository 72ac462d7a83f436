"""How a report names seats and bots, so that a sentence about them can be read."""

from parlour.engine.play import Play


def name_seat(play: Play, seat: int) -> str:
    """The game's own word for a seat; where that is a letter alone, with something before it."""
    name = play.seat_name(seat)
    return f"Player {name}" if len(name) == 1 else name


def name_bot(name: str) -> str:
    """A bot as somebody with a name: Dora, or Dora:wavering=0.2."""
    return name[:1].upper() + name[1:]
