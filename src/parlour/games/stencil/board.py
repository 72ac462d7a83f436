"""The 4×4 board and the plates: cells by name, and what a plate shows in each orientation."""

CELLS = tuple(column + row for row in "1234" for column in "abcd")  # a1 is the top left, d4 the bottom right
CELL = {name: index for index, name in enumerate(CELLS)}
PLATES = ("K1", "K2", "K3", "K4")
DEFAULT_PLATES = (0x0341, 0x0542, 0x10A8, 0x210C)  # K1 to K4 in orientation 0 (S3)


def mask_of(cells: str) -> int:
    """The bits of cells written one after another, `a1c2a3b3`."""
    names = [cells[i : i + 2] for i in range(0, len(cells), 2)]
    for name in names:
        if name not in CELL:
            raise ValueError(f"{name!r} is not a cell: expected a letter a to d and a digit 1 to 4")
    if len(set(names)) != len(names):
        raise ValueError(f"{cells!r} names a cell twice")
    return sum(1 << CELL[name] for name in names)


def cells_of(mask: int) -> str:
    """The cells of a mask, one after another."""
    return "".join([name for index, name in enumerate(CELLS) if mask >> index & 1])


def orient(mask: int, orientation: int) -> int:
    """A plate in orientation 0–7: turned over first if 4 or more, then rotated clockwise."""
    cells = [divmod(index, 4) for index in range(16) if mask >> index & 1]
    if orientation >= 4:
        cells = [(row, 3 - column) for row, column in cells]
    for _ in range(orientation % 4):
        cells = [(column, 3 - row) for row, column in cells]
    return sum(1 << (4 * row + column) for row, column in cells)
