"""Whether a game answers for all that it draws, when somebody touches what leads to nothing."""

import random
from collections.abc import Sequence

from parlour.conform.naming import name_options
from parlour.engine.game import Game
from parlour.engine.hooks import no_reason
from parlour.engine.options import Values
from parlour.engine.play import Play

PLIES, ALONE, TOGETHER = 30, 5, 5  # of each play; and how many things are touched at every ply
LONGEST = 300  # letters of a reason
NAMED = 6  # things without a reason that are named
ANSWERED = 3  # one thing in so many that lead to nothing gets a reason, at least


def check_refusals(game: Game, values: Values, rng: random.Random) -> None:
    """The way to an action is never refused; other things get reasons, in sentences, and asking changes nothing."""
    where, play = name_options(game, values), Play(game, values)
    asked, silent = 0, list[str]()
    for _ in range(PLIES):
        if play.over:
            assert ask(play, play.scene().ids()[:1], where) == "The play is over.", f"{where}: touched after the end"
            break
        ids = play.scene(play.to_move if play.to_move >= 0 else None).ids()
        if play.at_chance:
            told = ask(play, [rng.choice(ids)], where) if ids else play.asked()
            assert told == play.asked(), f"{where}: at chance a touch is answered by {told!r}"
            play.roll(rng)
            continue
        paths = [game.drawing.touches(play.s, play.o, code) for code in play.legal_codes()]
        begins = {thing for path in paths for thing in path}
        path = rng.choice(paths)
        for cut in range(1, len(path) + 1):
            told = ask(play, path[:cut], where)
            assert told == "", f"{where}, ply {play.ply}: {path[:cut]} leads to an action and is refused: {told!r}"
        others = [thing for thing in ids if thing not in begins]
        for thing in rng.sample(others, min(ALONE, len(others))):
            asked += 1
            if ask(play, [thing], where) == "":
                silent.append(thing)
        for _ in range(TOGETHER):
            ask(play, [path[0], rng.choice(ids)], where)
        for nonsense in ([""], ["nothing"], [path[0], "cell:9:9"], ["die:x"]):
            assert ask(play, nonsense, where) == "", f"{where}: {nonsense} is not on the board, and gets a reason"
        play.push(rng.choice(play.legal_codes()))
    given = asked - len(silent)
    enough = game.text.why_not is no_reason or given * ANSWERED >= asked
    assert enough, (
        f"{where}: why_not gives a reason for {given} of {asked} things touched in vain: expected one in {ANSWERED};"
        f" it has none for {', '.join(sorted(set(silent))[:NAMED])}"
    )


def ask(play: Play, things: Sequence[str], where: str) -> str:
    """Why they lead to nothing; and nothing else happens."""
    before = play.states.tobytes(), play.ply, len(play.events)
    here = f"{where}, ply {play.ply}, touching {list(things)}"
    reason = play.why_not(things)
    assert (play.states.tobytes(), play.ply, len(play.events)) == before, f"{here}: asking changed something"
    sentence = reason == "" or (reason[0] == reason[0].upper() and reason[-1] == "." and len(reason) < LONGEST)
    assert sentence, f"{here}: {reason!r} is not a sentence of less than {LONGEST} letters"
    return reason
