"""How long lines are in a PDF that Chromium made: its pages, and the outlines drawn on each, in millimetres."""

import re
import zlib
from dataclasses import dataclass

MM = 25.4 / 72  # a point
OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)endobj", re.DOTALL)
NUMBER = rb"[-+]?\d*\.?\d+"
Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Box:
    """The outline of something that is drawn, from the lower left corner of the page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    boxes: tuple[Box, ...]

    def has(self, width: float, height: float, within: float) -> int:
        """How many outlines are of that size."""
        return sum(abs(box.width - width) <= within and abs(box.height - height) <= within for box in self.boxes)


def read_pages(pdf: bytes) -> list[Page]:
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    pages = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", body)
            contents = re.search(rb"/Contents\s+(\d+) 0 R", body)
            assert box, body
            assert contents, body
            width, height = [float(number) * MM for number in box[1].split()[2:]]
            pages.append(Page(width, height, tuple(read_boxes(objects[int(contents[1])]))))
    return pages


def unpack(body: bytes) -> bytes:
    start = re.search(rb"stream\r?\n", body)
    assert start
    data = body[start.end() : body.rindex(b"endstream")]
    return zlib.decompressobj().decompress(data) if b"/FlateDecode" in body else data


def read_boxes(body: bytes) -> list[Box]:
    """Follows the few operators of which places depend: matrices, and the corners of paths."""
    boxes: list[Box] = []
    matrix, saved, numbers = UNIT, [UNIT][:0], [0.0][:0]
    points: list[tuple[float, float]] = []
    for word in re.findall(rb"\((?:\\.|[^)\\])*\)|<[^>]*>|[^\s\[\]()<>]+", unpack(body)):
        if re.fullmatch(NUMBER, word):
            numbers.append(float(word))
            continue
        if word == b"q":
            saved.append(matrix)
        elif word == b"Q":
            matrix = saved.pop()
        elif word == b"cm":
            matrix = combine(numbers, matrix)
        elif word in (b"m", b"l", b"c", b"v", b"y"):
            points += [place(x, y, matrix) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        elif word == b"re":
            x, y, width, height = numbers
            points += [place(x, y, matrix), place(x + width, y + height, matrix)]
        elif word in (b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"n"):
            if points and word != b"n":
                xs, ys = zip(*points, strict=True)
                boxes.append(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
            points = []
        numbers = []
    return boxes


def combine(numbers: list[float], outer: Matrix) -> Matrix:
    a, b, c, d, e, f = numbers
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def place(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return MM * (a * x + c * y + e), MM * (b * x + d * y + f)
