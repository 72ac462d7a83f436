"""What lies in Vendetta's box: the board, the spinner, the families and two dice."""

from collections.abc import Iterator

from parlour.engine.box import BOARD, CIRCLE, SPINNER, Thing, around, make_die, make_piece
from parlour.engine.contract import Record
from parlour.engine.people import say
from parlour.engine.scene import Shape
from parlour.games.vendetta import figures
from parlour.games.vendetta.drawing import DIAL, draw_dial
from parlour.games.vendetta.homes import draw_empty_home
from parlour.games.vendetta.standing import piece_letter
from parlour.games.vendetta.state import GODFATHER, letters
from parlour.games.vendetta.text import SPINNERS, leader, soldier, who
from parlour.games.vendetta.track import LEADER, MIDDLE, SOLDIER, WIDTH, draw_track, turned_for

SIDE = 376.0  # of the board in millimetres: four sheets of A4 or Letter, two of A3
SCALE = SIDE / WIDTH
PIN = 5.0
POINTERS = "M-121,0L-109,-7V7ZM121,0L109,-7V7Z"


def box(s: Record, o: Record) -> Iterator[Thing]:
    track = turned_for(o, None)
    board = [*draw_track(o, track, {}, ())]
    for seat in range(o.players):
        board.extend(draw_empty_home(o, track, seat))
    board.extend(draw_dial(track))
    board.append(Shape("", "circle", *MIDDLE, size=PIN, style="hair"))
    yield Thing(BOARD, "the board", tuple(board), around(*MIDDLE, WIDTH / 2), SIDE)
    spinner = (
        Shape("", "circle", size=DIAL, style="cell"),
        Shape("", "path", path=figures.BACK_TO_BACK[o.theme]),
        Shape("", "path", path=POINTERS),
        Shape("", "circle", size=PIN, style="cell"),
    )
    advice = "Pin it through the middle of the board, so that it turns freely. Both arrows count."
    name = f"the spinner, {say(SPINNERS[o.theme])}"
    yield Thing(SPINNER, name, spinner, around(0, 0, DIAL), 2 * DIAL * SCALE, cut=CIRCLE, advice=advice)
    for seat in range(o.players):
        family, letter = say(who(o, seat)), letters(o)[seat]
        head = letter + piece_letter(o, GODFATHER)
        yield make_piece(f"{family}: {leader(o)}", seat, 2 * LEADER * SCALE, 1, text=head, line=True)
        yield make_piece(f"{family}: {soldier(o)}s", seat, 2 * SOLDIER * SCALE, o.soldiers, text=letter)
    yield make_die("dice", 2)
