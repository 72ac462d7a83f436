"""What was written by 0.1.0 is read by every later version, and means the same. These files are never written anew."""

import json
from pathlib import Path

import pytest

from parlour.engine.fairness import verify
from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.engine.record import write_record
from parlour.engine.replay import read_record

HERE = Path(__file__).parent
RECORDS = {path.name: path for path in sorted((HERE / "0.1.0").glob("*.txt"))}
POSITIONS: list[dict[str, str]] = json.loads((HERE / "positions-0.1.0.json").read_text(encoding="utf-8"))
ENDS = {entry["end_of"]: entry for entry in POSITIONS if "end_of" in entry}


def result_of(text: str) -> str:
    return next((line for line in text.splitlines() if line.startswith("[Result ")), "")


def placed(entry: dict[str, str], position: str) -> Play:
    game = find_game(entry["game"])
    play = Play(game, game.settle_recorded(**dict(word.split("=", 1) for word in entry["options"].split())))
    play.place(position)
    return play


def test_there_are_records_of_every_kind() -> None:
    texts = [path.read_text(encoding="utf-8") for path in RECORDS.values()]
    assert len(texts) == 108
    for kind in ("[Position", "[Dice", "[Commitment", "[Secret", "[Ending", "[Names", "[Result", " !"):
        assert sum(kind in text for text in texts) >= 5, f"too few records have {kind!r}"


@pytest.mark.parametrize("name", RECORDS)
def test_an_old_record_is_read_and_leads_to_the_same_end(name: str) -> None:
    text = RECORDS[name].read_text(encoding="utf-8")
    play = read_record(text)
    assert play.over == bool(result_of(text))
    again = write_record(play)
    assert result_of(again) == result_of(text)
    assert read_record(again).states.tobytes() == play.states.tobytes()
    assert placed(ENDS[name], ENDS[name]["position"]).states.tobytes() == play.states.tobytes()


@pytest.mark.parametrize("name", [name for name, path in RECORDS.items() if "[Commitment" in path.read_text("utf-8")])
def test_the_dice_of_an_old_record_are_still_proved_fair(name: str) -> None:
    text = RECORDS[name].read_text(encoding="utf-8")
    play = read_record(text)
    verdict = verify(play)
    if "[Secret" in text:
        assert verdict.fair, verdict.sentences
    else:
        assert verdict.sentences == ("The secret is not revealed yet: the dice can be checked once the play is over.",)


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_an_old_position_is_read_and_written_for_the_same_state(number: int) -> None:
    entry = POSITIONS[number]
    play = placed(entry, entry["position"])
    assert placed(entry, play.position).states.tobytes() == play.states.tobytes()
