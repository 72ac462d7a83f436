"""Tables with a clock and with limited attempts; hints, reviews and calls, as people meet them in Numeric."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

import parlour
from parlour.engine.play import Play
from parlour.engine.referee import Referee
from tests.terminal import heap
from tests.terminal.runner import Seated, one_line

BOTH = ("human", "human")


def thrown(**options: Any) -> Play:
    """Numeric for two in which A has thrown 6 4 3 1 and is asked."""
    play = parlour.new("numeric", first_side="A", **{"cards": False, **options})
    play.push("6431")
    return play


class Timed(Seated):
    """A table at which every line is typed after some seconds: `(seconds, line)`."""

    def __init__(self, play: Play, seats: Iterable[str], lines: Iterable[tuple[float, str]], **given: Any) -> None:
        self._seconds = 0.0
        self._typed = iter(lines)
        super().__init__(play, tuple(seats), (), **given)
        self.table.referee = Referee(play, lambda: self._seconds)

    def _ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            seconds, line = next(self._typed)
        except StopIteration:
            raise EOFError from None
        self._seconds += seconds
        return line


def written(seated: Seated) -> list[str]:
    return [word.text for word in seated.play.written[1:]]


def test_a_late_answer_is_not_played() -> None:
    seated = Timed(thrown(move_seconds=60), BOTH, [(61, "=96"), (59, "=72")])
    seated.run()
    assert written(seated)[:2] == ["!timeout", "6*4*3*1=72"]
    assert "A ran out of time." in seated.output
    assert "96" not in " ".join(written(seated))
    assert seated.prompts[:2] == ["A (60 s)> ", "B (60 s)> "]


def test_commands_and_refusals_do_not_stop_the_clock() -> None:
    seated = Timed(thrown(move_seconds=60), BOTH, [(20, "board"), (20, "nonsense"), (15, "hint"), (10, "=96")])
    seated.run()
    assert written(seated) == ["!timeout"]
    assert seated.prompts[:5] == ["A (60 s)> ", "A (40 s)> ", "A (20 s)> ", "A (5 s)> ", "B (60 s)> "]


def test_the_clock_of_the_game_lets_the_throw_be_finished() -> None:
    seated = Timed(thrown(end="time_limit(2)"), BOTH, [(125, "=96"), (1, "=72"), (0, "")])
    assert seated.run()
    assert written(seated) == ["!clock", "6*4*(3+1)=96", "6*4*3*1=72"]
    text = one_line(seated.output)
    assert "Time is up." in text
    assert "The game is over: time is up. A wins with £600; B £550." in text


def test_without_limits_the_prompt_shows_none() -> None:
    seated = Timed(thrown(), BOTH, [(10**6, "nonsense"), (10**6, "=96")])
    seated.run()
    assert written(seated) == ["6*4*(3+1)=96"]
    assert seated.prompts == ["A> ", "A> ", "B> "]


def test_attempts_are_counted_and_shown() -> None:
    seated = Seated(thrown(max_attempts=3), BOTH, ["6+4", "hint", "moves", "", "=97", "6*4*3*1=70", "=72"])
    seated.run()
    assert written(seated)[:2] == ["!attempts", "6*4*3*1=72"]
    assert seated.prompts[:7] == [
        "A (3 attempts)> ",
        "A (2 attempts)> ",
        "A (2 attempts)> ",
        "A (2 attempts)> ",
        "A (2 attempts)> ",
        "A (1 attempt)> ",
        "B (3 attempts)> ",
    ]
    text = one_line(seated.output)
    assert "97 cannot be made from 6 4 3 1" in text
    assert "you said 70, but it makes 72" in text
    assert "A had too many attempts: the turn is a pass." in text


def test_time_and_attempts_together() -> None:
    seated = Timed(thrown(max_attempts=2, move_seconds=30), BOTH, [(12, "6+4"), (9, "6+4")])
    seated.run()
    assert written(seated) == ["!attempts"]
    assert seated.prompts == ["A (30 s, 2 attempts)> ", "A (18 s, 1 attempt)> ", "B (30 s, 2 attempts)> "]


def test_attempts_are_not_counted_where_nothing_is_stated() -> None:
    """At an end card and for the dice a slip is just a slip."""
    play = parlour.new("numeric", first_side="A", max_attempts=2)
    play.push("6431 6*4*3+1=73 #3")
    seated = Seated(play, BOTH, ["what", "which", "how", "take"])
    seated.run()
    assert written(seated)[2:] == ["take"]
    assert seated.prompts[:4] == ["A> "] * 4
    dice = Seated(
        parlour.new("numeric", first_side="A", max_attempts=2), BOTH, ["7", "8", "9", "6431"], manual_dice=True
    )
    dice.run()
    assert [word.text for word in dice.play.written] == ["6431"]
    assert dice.prompts == ["chance> "] * 4 + ["A (2 attempts)> "]


def test_the_limits_of_a_loaded_game_are_kept(tmp_path: Any) -> None:
    file = tmp_path / "limited.txt"
    file.write_text(thrown(max_attempts=1).record(), encoding="utf-8")
    seated = Seated(thrown(), BOTH, ["6+4", f"load {file}", "6+4"])
    seated.run()
    assert written(seated) == ["!attempts"]
    assert seated.prompts == ["A> ", "A> ", "A (1 attempt)> ", "B (1 attempt)> "]


def test_numbers_are_not_listed_unless_asked_for() -> None:
    seated = Seated(thrown(), BOTH, [""])
    seated.run()
    moves = [action.notation for action in seated.play.legal if action.notation != "pass"]
    assert not any(move in seated.output for move in moves)
    assert one_line(seated.output).count("hint helps, moves tells all") == 2, "with the board, and for an empty line"
    asking = Seated(thrown(), BOTH, ["moves"])
    asking.run()
    assert all(move in asking.output for move in moves)


def test_cells_and_choices_are_listed() -> None:
    """What is no puzzle is shown as in any game."""
    play = parlour.new("numeric", first_side="A")
    play.push("6431 6*4*3+1=73 #3")
    seated = Seated(play, BOTH, [])
    seated.run()
    assert "take the money" in seated.output
    assert "end the game" in seated.output


@pytest.mark.parametrize("line", ["1", "2", "14", "56"])
def test_a_bare_number_is_no_place_in_a_list_that_is_not_shown(line: str) -> None:
    seated = Seated(thrown(), BOTH, [line])
    seated.run()
    assert seated.play.ply == 1
    assert "does not count" in one_line(seated.output)


def test_a_bare_number_stays_a_place_where_moves_are_listed() -> None:
    play = parlour.new("numeric", first_side="A")
    play.push("6431 6*4*3+1=73 #3")
    seated = Seated(play, BOTH, ["1"])
    seated.run()
    assert seated.play.written[3].text == "take"


def test_a_hint_tells_more_each_time() -> None:
    seated = Seated(thrown(), BOTH, ["hint"] * 6 + ["=14", "hint"])
    seated.run()
    starts = ("5", "Free", "What pays", "To make", "7")
    told = [line for line in seated.output.splitlines() if line.startswith(starts)]
    assert told[0] == "56 free numbers can be made, and the best of them pays £100."
    assert told[1].startswith("Free, and can be made: 1, 2, 3, ")
    assert told[2].startswith("What pays best: 73, ")
    assert told[3:5] == ["To make 73, begin with 6 × 4 = 24.", "73 = 6 × 4 × 3 + 1."]
    assert re.fullmatch(r"\d+ for £\d+.*(: it .+| looks best)\.", told[5])
    assert told[6:] == ["55 free numbers can be made, and the best of them pays £100."]


def test_hints_start_again_after_taking_back() -> None:
    seated = Seated(thrown(), BOTH, ["hint", "=14", "hint", "undo", "hint"])
    seated.run()
    assert seated.output.count("56 free numbers can be made,") == 2
    assert seated.output.count("55 free numbers can be made,") == 1


def test_a_review_when_asked_for() -> None:
    seated = Seated(thrown(), BOTH, ["review", "=14", "review", "=96", "review"])
    seated.run()
    text = one_line(seated.output)
    assert text.count("Nobody has decided anything yet.") == 1
    assert text.count("You made 14 for £5; also possible: 73 = 6 × 4 × 3 + 1") == 1


def test_a_review_comes_by_itself_where_one_person_plays() -> None:
    seated = Seated(thrown(), ("human", "random"), ["=14"])
    seated.run()
    assert one_line(seated.output).count("You made 14 for £5; also possible: 73 = 6 × 4 × 3 + 1") == 1


@pytest.mark.parametrize("seats", [BOTH, ("human", "human", "random")])
def test_a_review_does_not_come_by_itself_where_several_do(seats: tuple[str, ...]) -> None:
    """The next one could profit from it."""
    seated = Seated(thrown(players=len(seats)), seats, ["=14"])
    seated.run()
    assert written(seated)[0] == "6+4+3+1=14"
    assert "also possible" not in seated.output


def test_a_review_of_the_best_move_says_nothing() -> None:
    seated = Seated(thrown(), ("human", "random"), ["=96"])
    seated.run()
    assert "also possible" not in seated.output


def test_nothing_is_reviewed_that_was_refused() -> None:
    seated = Seated(thrown(), ("human", "random"), ["6+4", "nonsense"])
    seated.run()
    assert "also possible" not in seated.output


def test_a_call_by_hand() -> None:
    seated = Seated(
        thrown(end="time_limit(60)", move_seconds=30), BOTH, ["call timeout", "call clock", "call", "call tea"]
    )
    seated.run()
    assert written(seated) == ["!timeout", "!clock"]
    text = one_line(seated.output)
    assert "A ran out of time." in text
    assert "Time is up." in text
    assert "'' cannot be called here: expected one of timeout" in text
    assert "'tea' cannot be called here: expected one of timeout" in text


def test_a_claim_by_hand() -> None:
    play = parlour.new(
        "numeric", variant="counters", first_side="A", rack_size=3, scramble="claim", players=3, cards=False
    )
    play.push(">4 >8 >99 >12 >16 >98 >20 >28 >97 6431")
    for statement in ("6-4+3-1=4", "6+4+3-1=12@V1", "6*4-3-1=20@V2"):
        play.push(statement)
    seated = Seated(play, ("human",) * 3, ["call claim:B"])
    seated.run()
    assert seated.prompts[:2] == ["C> ", "B> "]
    assert "B claims the turn." in seated.output


def test_calls_are_taken_back_like_moves() -> None:
    seated = Seated(thrown(move_seconds=600), BOTH, ["call timeout", "undo"])
    seated.run()
    assert "Taken back: !timeout." in seated.output
    assert written(seated) == []


def test_a_refused_undo_keeps_the_calls() -> None:
    """B has not decided anything, and what happened to A before stays as it was."""
    play = thrown(move_seconds=600)
    play.call("timeout")
    before = play.record()
    seated = Seated(play, ("random", "human"), ["undo"])
    seated.run()
    assert "nothing to take back: you have not decided anything yet" in seated.output
    assert seated.play.record() == before


def test_a_game_without_calls_does_not_offer_them() -> None:
    seated = Seated(Play(heap.GAME, heap.GAME.settle()), ("human",), ["help", "call clock"])
    seated.run()
    text = one_line(seated.output)
    assert "declare something as the referee" not in text
    assert "'clock' cannot be called here: expected none, there is nothing to call now" in text


def test_a_game_without_hints_and_reviews_has_those_of_the_search() -> None:
    """Two are left, and whoever takes the last wins."""
    play = Play(heap.GAME, heap.GAME.settle(heap=2))
    seated = Seated(play, ("human",) * 3, ["review", "hint", "1", "review"])
    seated.run()
    text = one_line(seated.output)
    assert "Nobody has decided anything yet." in text
    assert "take 2: it wins at once." in text
    assert "take 1, which cost 1.000" in text
    assert "A better move was take 2: it wins at once." in text


def test_a_game_with_calls_reviews_and_hints_offers_them() -> None:
    seated = Seated(thrown(), BOTH, ["help"])
    seated.run()
    text = one_line(seated.output)
    for words in ("declare something as the referee", "what would have been better", "ask again for more"):
        assert words in text
