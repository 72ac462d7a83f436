"""`parlour train`, as somebody types it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.engine.game import find_game
from parlour.search.weights import read_weights

BACKGAMMON = ("quatro", "--preset", "backgammon")


def train(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["train", *words])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stencil", "--out", "net.npz"), "there is no net for Stencil: its folder would need a learning.py"),
        (("quatro", "--preset", "teams", "--out", "net.npz"), "Quatro has no net for these options"),
        (
            (*BACKGAMMON, "--out", "net.txt"),
            "net.txt is not a name for a file of weights: expected one that ends in .npz",
        ),
        ((*BACKGAMMON, "--out", "net.npz", "--last-rate", "0"), "--last-rate has to be above 0"),
        ((*BACKGAMMON, "--out", "net.npz", "--last-rate", "0.5"), "no higher than --rate"),
        ((*BACKGAMMON, "--out", "net.npz", "--start", "none.npz"), "there is no file none.npz"),
        ((*BACKGAMMON, "--out", "net.npz", "--looking", "2"), "is not in the range 0<=x<=1"),
    ],
)
def test_what_cannot_be_trained_is_told_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = train(*words)
    assert code != 0
    assert said in output.replace("\n", " ")
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
def test_a_net_is_trained_and_another_goes_on_from_it(tmp_path: Path) -> None:
    game = find_game("quatro")
    values = game.settle("backgammon")
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    settings = ("--plays", "8", "--games", "2", "--threads", "1")
    code, output = train(*BACKGAMMON, "--out", str(first), "--width", "8", *settings)
    assert code == 0, output
    assert "points a play" in output
    assert read_weights(first, game, values).width == 8
    code, output = train(*BACKGAMMON, "--out", str(second), "--start", str(first), *settings)
    assert code == 0, output
    again = read_weights(second, game, values)
    assert again.width == 8
    assert again.card["plays"] == 8
    assert second.read_bytes() != first.read_bytes()
