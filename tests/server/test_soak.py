"""Playing for a while leaves nothing behind. `python -m tests.server.soak --minutes 30` is the long form."""

import random
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.form import samples
from tests.server.serving import Server
from tests.server.soak import Sample, Soak, draw_samples, soak


def test_some_seconds_of_play_end_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.soak.SAMPLE_SECONDS", 1.0)
    monkeypatch.setattr("tests.server.soak.THINKING_SECONDS", 0.05)
    found = soak(tmp_path, minutes=samples(6, 12) / 60, tables=4, seed=2)
    assert found.faults == []
    assert found.answers > 20
    assert all(sample.memory_mb > 20 and sample.files > 5 for sample in found.samples)
    picture = ElementTree.fromstring(draw_samples(found.samples))
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 4


@pytest.mark.parametrize(("memory", "files", "wrong"), [(0, 0, 0), (20, 0, 1), (0, 20, 1), (20, 20, 2)])
def test_growth_is_told(memory: int, files: int, wrong: int) -> None:
    """In MB and files a sample."""
    found = Soak(Server(Path()), 1, 60, random.Random(1))
    found.samples = [Sample(n / 12, 100 + memory * n, 50 + files * n, 1, 5, 9) for n in range(12)]
    assert len(found.judge()) == wrong
