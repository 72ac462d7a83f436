"""Whatever people type, the table stays standing and the play legal."""

from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.terminal.table import COMMANDS
from tests.form import samples
from tests.terminal.runner import Seated

WORDS = [
    *(column + row for column in "abcd" for row in "1234"),
    *(
        "@0",
        "@1",
        "@2",
        "@3",
        "@2#",
        "@0?b4",
        "K1",
        "K2",
        "k3",
        "--",
        "first:red",
        "deal:K1,K2",
        "1",
        "5",
        "17",
        "[bold]",
    ),
    *(usage.split()[0] for usage in COMMANDS if usage.split()[0] not in ("rules", "save", "quit")),
]
words = st.sampled_from(WORDS)
lines = st.one_of(words, st.lists(words, max_size=4).map(" ".join), st.text(max_size=30)).filter(
    lambda line: not line.strip().lower().startswith(("save", "rules"))
)


@settings(max_examples=samples(20, 60))
@given(
    typed=st.lists(lines, max_size=25),
    seats=st.lists(st.sampled_from(["human", "random"]), min_size=1, max_size=2),
    seed=st.integers(),
    manual_dice=st.booleans(),
)
def test_typed_lines_never_crash_the_table(typed: list[str], seats: list[str], seed: int, manual_dice: bool) -> None:
    seated = Seated(parlour.new("stencil", games=1), seats, typed, seed, manual_dice)
    seated.run()
    again = parlour.load(seated.play.record())
    assert again.position == seated.play.position
    assert again.codes == seated.play.codes
