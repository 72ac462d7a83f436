"""Places and path data by radius and angle. Angles are in degrees, clockwise from the top."""

from dataclasses import dataclass
from math import cos, radians, sin

Point = tuple[float, float]


def circle_path(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """A circle about a place."""
    return (
        f"M{x - radius:g},{y:g}" + "".join(f"a{radius:g},{radius:g} 0 1 0 {way * radius:g},0" for way in (2, -2)) + "Z"
    )


@dataclass(frozen=True)
class Polar:
    """A plane seen from one point."""

    x: float
    y: float

    def at(self, radius: float, angle: float) -> Point:
        return self.x + radius * sin(radians(angle)), self.y - radius * cos(radians(angle))

    def spot(self, radius: float, angle: float) -> str:
        """A place, for path data."""
        x, y = self.at(radius, angle)
        return f"{x:.1f},{y:.1f}"

    def arc(self, radius: float, start: float, end: float) -> str:
        """From wherever one is, at the start, along a circle to the end."""
        return f"A{radius:g},{radius:g} 0 {int(abs(end - start) > 180)} {int(end > start)} {self.spot(radius, end)}"

    def sector(self, inner: float, outer: float, start: float, end: float) -> str:
        """A piece of a ring."""
        there = f"M{self.spot(outer, start)}{self.arc(outer, start, end)}"
        return f"{there}L{self.spot(inner, end)}{self.arc(inner, end, start)}Z"

    def arrow(self, radius: float, start: float, end: float, width: float) -> str:
        """A bent arrow."""
        head = (1 if end > start else -1) * min(abs(end - start), 120 * width / radius)
        neck, inner, outer = end - head, radius - width / 2, radius + width / 2
        path = f"M{self.spot(outer, start)}{self.arc(outer, start, neck)}"
        path += (
            f"L{self.spot(radius + 1.3 * width, neck)}L{self.spot(radius, end)}L{self.spot(radius - 1.3 * width, neck)}"
        )
        return path + f"L{self.spot(inner, neck)}{self.arc(inner, neck, start)}Z"
