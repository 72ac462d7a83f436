"""Why something cannot be touched: every game answers for all that it draws, and looking changes nothing."""

import random

import pytest

from parlour.engine.game import games
from parlour.engine.play import Play

PLIES, ALONE, TOGETHER = 30, 5, 5  # of each play; and how many things are touched at every ply


def touch(play: Play, things: list[str]) -> str:
    """Asks, and sees to it that nothing else happens."""
    before = play.states.tobytes(), play.ply, len(play.events)
    reason = play.why_not(things)
    assert (play.states.tobytes(), play.ply, len(play.events)) == before
    assert reason == "" or (reason[0] == reason[0].upper() and reason[-1] == "."), (things, reason, play.position)
    assert len(reason) < 300
    return reason


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", games())
def test_everything_drawn_can_be_asked_about(name: str, seed: int) -> None:
    game, rng = games()[name], random.Random(f"{name} {seed}")
    play = Play(game, game.sample(rng))
    asked = given = 0
    for _ in range(PLIES):
        if play.over:
            break
        ids = play.scene(play.to_move if play.to_move >= 0 else None).ids()
        if play.at_chance:
            assert touch(play, [rng.choice(ids)]) == game.text.asked(play.s, play.o)
            play.roll(rng)
            continue
        paths = [game.drawing.touches(play.s, play.o, code) for code in play.legal_codes()]
        begins = {thing for path in paths for thing in path}
        path = rng.choice(paths)
        for cut in range(1, len(path) + 1):
            assert touch(play, path[:cut]) == "", "this is the way to something"
        others = [thing for thing in ids if thing not in begins]
        for thing in rng.sample(others, min(ALONE, len(others))):
            asked, given = asked + 1, given + (touch(play, [thing]) != "")
        for _ in range(TOGETHER):
            touch(play, [path[0], rng.choice(ids)])
        play.push(rng.choice(play.legal_codes()))
    assert given >= asked / 3, "most things have a reason"


@pytest.mark.parametrize("name", games())
def test_things_that_are_not_there(name: str) -> None:
    play = Play(games()[name], games()[name].settle())
    rng = random.Random(1)
    while play.at_chance:
        play.roll(rng)
    known = play.scene(play.to_move).ids()[0]
    for things in ([], [""], ["nothing"], ["die:x"], [known, "cell:9:9"], ["piece:9.9", known], ["number:101"] * 8):
        assert touch(play, things) == ""


def test_a_game_need_not_give_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(games()["stencil"], games()["stencil"].settle(plate_choice="fixed", first_player="red"))
    assert touch(play, ["plate:K2"])
    monkeypatch.setattr("parlour.engine.play.find_module", lambda game, name: None)
    assert touch(play, ["plate:K2"]) == ""


@pytest.mark.parametrize("name", games())
def test_when_the_play_is_over(name: str) -> None:
    game = games()[name]
    play = Play(game, game.settle(None, **game.brisk))
    rng = random.Random(2)
    while not play.over:
        play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
    assert touch(play, [play.scene().ids()[0]]) == "The play is over."
