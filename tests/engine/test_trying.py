"""What an action would bring about."""

from threading import Thread

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.engine.trying import Told, events_of

STENCIL = find_game("stencil")


def new_play() -> Play:
    return Play(STENCIL, STENCIL.settle("quick", plate_choice="fixed", first_player="red"))


def test_a_trial_tells_what_a_play_would_and_changes_nothing() -> None:
    play = new_play()
    before = play.states.tobytes()
    code = play.legal_codes()[3]
    told = events_of(STENCIL.rules, play.s, play.o, code)
    assert (play.states.tobytes(), play.events) == (before, [])
    play.push(code)
    assert told == [(event.kind, *event.numbers) for event in play.events] != []


def test_trials_in_several_threads_do_not_mix() -> None:
    play = new_play()
    heard: dict[int, list[Told]] = {}

    def listen(code: int) -> None:
        heard[code] = [event for _ in range(50) for event in events_of(STENCIL.rules, play.s, play.o, code)]

    threads = [Thread(target=listen, args=(code,)) for code in play.legal_codes()[:4]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for code, told in heard.items():
        assert told == events_of(STENCIL.rules, play.s, play.o, code) * 50
