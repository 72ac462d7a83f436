"""What is committed is what the rules do today."""

from pathlib import Path

import pytest

from parlour.engine.game import games
from tests.form import is_thorough
from tests.golden import writing
from tests.golden.writing import FOLDER, in_tree, main, perft_table, playthroughs

FEW = 100_000  # lines of play, in the quick form


@pytest.mark.parametrize("name", in_tree())
def test_playthroughs(name: str) -> None:
    for file, text in playthroughs(games()[name]).items():
        assert (FOLDER / file).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", in_tree())
def test_perft(name: str) -> None:
    written = (FOLDER / f"{name}.perft.txt").read_text(encoding="utf-8")
    if is_thorough():
        assert perft_table(games()[name]) == written
    else:
        counted = perft_table(games()[name], enough=FEW)
        assert set(counted.splitlines()) <= set(written.splitlines())
        assert len(counted.splitlines()) > len(written.splitlines()) / 2


def test_the_files_of_one_game_are_written_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "FOLDER", tmp_path)
    main(["stencil"])
    written = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    assert written == {name: (FOLDER / name).read_text(encoding="utf-8") for name in written}
    assert set(written) == {"stencil.playthrough.txt", "stencil.perft.txt"}
    with pytest.raises(SystemExit, match="there is no game 'chess': expected one of"):
        main(["chess"])
