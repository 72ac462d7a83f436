"""Pictures as path data, each about its own middle: icons of the spaces, a lock, and the two on the spinner."""

import re
from math import cos, radians, sin

from parlour.games.vendetta.board import Marking
from parlour.games.vendetta.options import Theme


def circle(x: float, y: float, r: float, hole: bool = False) -> str:
    """A disc, or a hole in what it is drawn on."""
    way = int(not hole)
    return f"M{x - r:g},{y:g}A{r:g},{r:g} 0 1 {way} {x + r:g},{y:g}A{r:g},{r:g} 0 1 {way} {x - r:g},{y:g}Z"


def star(x: float, y: float, points: int, outer: float, inner: float, hole: bool = False) -> str:
    corners = []
    for i in range(2 * points):
        angle = radians(180 * i / points * (-1 if hole else 1))
        r = inner if i % 2 else outer
        corners.append(f"{x + r * sin(angle):.2f},{y - r * cos(angle):.2f}")
    return f"M{'L'.join(corners)}Z"


def mirrored(path: str) -> str:
    """The same, left and right exchanged. The path has only absolute M, L, C and Z."""
    return re.sub(r"(-?[0-9.]+),", lambda found: f"{-float(found[1]):g},", path)


def bar(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g},{y:g}h{width:g}v{height:g}h{-width:g}Z"


CROSSHAIR = (
    circle(0, 0, 9.4)
    + circle(0, 0, 7, hole=True)
    + bar(-1.2, -13, 2.4, 8.4)
    + bar(-1.2, 4.6, 2.4, 8.4)
    + bar(-13, -1.2, 8.4, 2.4)
    + bar(4.6, -1.2, 8.4, 2.4)
    + circle(0, 0, 2)
)
BADGE = (
    "M0,-13C3.5,-10.5 7.5,-9.6 11,-10.2C11.6,-1 9.6,8 0,13C-9.6,8 -11.6,-1 -11,-10.2C-7.5,-9.6 -3.5,-10.5 0,-13Z"
    + star(0, -0.6, 5, 7.6, 3.2, hole=True)
)
HEART = (
    "M0,12.5C-7,6.5 -13,1 -13,-4.6C-13,-9 -9.8,-11.6 -6.6,-11.6C-3.6,-11.6 -1.2,-9.8 0,-7.2"
    "C1.2,-9.8 3.6,-11.6 6.6,-11.6C9.8,-11.6 13,-9 13,-4.6C13,1 7,6.5 0,12.5Z"
    + circle(-5.6, -4.4, 2.1, hole=True)
    + circle(1.2, 2.4, 2.1, hole=True)
    + circle(6.4, -4.8, 2.1, hole=True)
)
HUSHED = (  # a speech bubble struck through
    "M-8,-10L8,-10C10.2,-10 11.4,-8.8 11.4,-6.6L11.4,2.2C11.4,4.4 10.2,5.6 8,5.6L1,5.6L-5.4,11.6L-4.4,5.6L-8,5.6"
    "C-10.2,5.6 -11.4,4.4 -11.4,2.2L-11.4,-6.6C-11.4,-8.8 -10.2,-10 -8,-10Z"
    "M-5.8,-6.6L-1.8,-2.2L-5.8,2.2L-4.2,3.7L0,-0.6L4.2,3.7L5.8,2.2L1.8,-2.2L5.8,-6.6L4.2,-8.1L0,-3.8L-4.2,-8.1Z"
)
SPARKLE = star(-2, 1, 4, 12, 3.2) + star(8.6, -8, 4, 5.4, 1.5) + star(9, 9, 4, 4.2, 1.2)
TEMPLE = (
    "M0,-13L13,-5.6L13,-3.4L-13,-3.4L-13,-5.6Z"
    + bar(-10.4, -1.8, 4, 9.6)
    + bar(-2, -1.8, 4, 9.6)
    + bar(6.4, -1.8, 4, 9.6)
    + bar(-13, 9.2, 26, 3.2)
)
SPRING = (  # a drop over two ripples
    "M0,-13C3,-8 6.4,-4.6 6.4,-1C6.4,2.6 3.6,5 0,5C-3.6,5 -6.4,2.6 -6.4,-1C-6.4,-4.6 -3,-8 0,-13Z"
    "M-9.6,3.4C-9,7.6 -4.6,9.2 0,9.2C4.6,9.2 9,7.6 9.6,3.4L11.6,4.4"
    "C10.8,9.4 5.6,11.4 0,11.4C-5.6,11.4 -10.8,9.4 -11.6,4.4Z"
)
MOON = (
    "M4.4,-12.4C-3.4,-13.4 -11.4,-7.8 -11.4,0.4C-11.4,8.4 -3.6,13.8 4.6,12.2"
    "C-1.8,9.4 -4,4.8 -4,0C-4,-5 -1.6,-9.6 4.4,-12.4Z" + star(6.4, -1, 5, 5, 2.1)
)
ICONS = {
    Theme.MAFIA: {Marking.HIT: CROSSHAIR, Marking.FBI: BADGE, Marking.MASSACRE: HEART, Marking.SILENCED: HUSHED},
    Theme.MYTH: {Marking.HIT: SPARKLE, Marking.FBI: TEMPLE, Marking.MASSACRE: SPRING, Marking.SILENCED: MOON},
}

PENTAGON = star(0, 1, 5, 13, 10.52)  # its inner corners lie on the sides
LOCK = (
    "M-6,-1L-6,-4.5C-6,-8.5 -3.5,-10.5 0,-10.5C3.5,-10.5 6,-8.5 6,-4.5L6,-1L3.6,-1"
    "L3.6,-4.4C3.6,-7 2.2,-8.2 0,-8.2C-2.2,-8.2 -3.6,-7 -3.6,-4.4L-3.6,-1Z" + bar(-8, -0.5, 16, 11)
)

GUNMAN = (
    # hat: the crown, then the brim, the band being what is left between them
    "M10,-72C9,-84 12,-92 18,-93C22,-94 24,-90 28,-91C34,-93 38,-86 39,-72Z"
    "M7,-66.5C14,-70 38,-70 53,-65C56,-64 55,-60 51,-60.5C38,-62.5 20,-62.5 8,-60.5C2,-60 2,-64.5 7,-66.5Z"
    # face and neck
    "M11,-57.5L37,-59L38,-53L43,-46L38.5,-44.5L39,-40L37,-38.5L36,-33C32,-30.5 27,-31.5 25,-32L25,-24L11,-26Z"
    # coat, belted
    "M3,-31L13,-23L24,-26L31,-20L40,-9L41,2L37,22L3,22Z"
    "M3,25L37,25L46,66L3,66Z"
    # legs
    "M5,68L21,68L20,88L31,92L31,95L5,95Z"
    "M26,68L41,68L42,87L53,91L53,95L30,95L30,91Z"
    # sleeve, hand and gun
    "M34,-17L62,-8L61,4L35,6Z"
    "M44,-9L64,-7L64,-4L116,-4L116,-6L119,-6L119,3L116,3L116,1L102,1"
    "L100,5L88,5L86,2L64,3L58,4L52,14L45,12L48,3L30,5L27,12L21,11L23,-3Z"
    "M63,10.5C63,5 67,0.5 72.5,0.5C78,0.5 82,5 82,10.5C82,16 78,20.5 72.5,20.5C67,20.5 63,16 63,10.5Z"
)
WIZARD = (
    # hat with a bent tip, then its brim
    "M9,-65C12,-84 14,-98 28,-107C25,-98 32,-84 38,-65Z"
    "M6,-61C14,-65.5 38,-65 51,-60C54,-58.5 52,-55.5 48,-56C34,-58.5 20,-58.5 9,-56C3,-55 2,-59 6,-61Z"
    # face and beard
    "M10,-53.5L33,-54.5L34,-50L39,-44L35,-42C40,-32 41,-18 35,-4C31,-10 24,-14 20,-22L10,-27Z"
    # robe
    "M3,-30L8,-24L17,-19C21,-10 28,-6 33,2L36,8L35,24L3,24Z"
    "M3,27L36,27C40,50 48,76 58,92C40,97 20,97 3,95Z"
    # wide sleeve, staff and star
    "M30,-12L66,-5L67,5L60,16L54,9L36,9Z"
    "M48,-2L100,-2L100,1.6L48,1.6Z" + star(107, -0.2, 5, 12, 4.8)
)
BACK_TO_BACK = {Theme.MAFIA: GUNMAN + mirrored(GUNMAN), Theme.MYTH: WIZARD + mirrored(WIZARD)}
