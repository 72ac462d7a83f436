"""What a designer would say of the findings, in sentences with numbers and their errors."""

from collections.abc import Sequence
from math import inf

from parlour.laboratory.cube import Cube
from parlour.laboratory.estimates import QUICK, SLOW, Estimate
from parlour.laboratory.findings import Findings
from parlour.laboratory.idle import TRIED, Idle
from parlour.laboratory.naming import name_bot

FINE = 0.01  # the error of a share that most designers would be content with


def percent(estimate: Estimate) -> str:
    """A share with its error: 52.3% ± 1.4."""
    if estimate.error == inf:
        return f"{100 * estimate.value:.1f}% (error unknown)"
    return f"{100 * estimate.value:.1f}% ± {100 * estimate.error:.1f}"


def amount(estimate: Estimate) -> str:
    """A number with its error, to as many digits as the error is worth."""
    if estimate.error == inf:
        return f"{estimate.value:.4g} (error unknown)"
    if estimate.error == 0:  # it was the same in every play
        return f"{estimate.value:,g}"
    digits = 0 if estimate.error >= 5 else 1 if estimate.error >= 0.5 else 2 if estimate.error >= 0.005 else 3
    value = round(estimate.value, digits) + 0.0  # never -0.0
    return f"{value:,.{digits}f} ± {estimate.error:.{digits}f}"


def span(decisions: float) -> str:
    """How long people may take for so many decisions, from quick to slow."""
    quick, slow = decisions * QUICK, decisions * SLOW
    if slow < 60:
        return f"{quick:.0f} to {slow:.0f} seconds"
    least, most = max(1, round(quick / 60)), round(slow / 60)
    return f"{least:,} to {most:,} minutes" if least < most else "a minute"


def say_fairness(found: Findings) -> list[str]:
    fair = found.fair
    said = []
    for seat in found.unfair_seats:
        side = "ahead" if seat.wins.value > fair else "behind"
        said.append(f"{seat.name} wins {percent(seat.wins)} where a fair share is {fair:.1%}: this seat is {side}.")
    if not said:
        most = max(max(abs(seat.wins.low - fair), abs(seat.wins.high - fair)) for seat in found.seats)
        said.append(
            f"No seat is shown to be ahead or behind: if one is, it is by no more than {100 * most:.1f} points of a "
            "hundred."
        )
    widest = max((seat.wins for seat in found.seats), key=lambda wins: wins.error)
    if FINE < widest.error < inf:
        plays = widest.plays_for(FINE) * found.plan.rotations
        said.append(f"To know the shares to within one point of a hundred takes about {round_up(plays):,} plays.")
    if found.beginner is not None:
        said.append(say_first_turn(found.beginner, fair))
    return said


def say_first_turn(wins: Estimate, fair: float) -> str:
    """Whether it is good to begin."""
    verdict = "no difference that these plays show"
    if not wins.holds(fair):
        verdict = "an advantage" if wins.value > fair else "a disadvantage"
    return f"Whoever has the first turn wins {percent(wins)} where a fair share is {fair:.1%}: {verdict}."


def round_up(number: int) -> int:
    """To two digits: more would claim to be known."""
    unit = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // unit) * unit


def say_sameness(found: Findings) -> str:
    """A warning where bots leave so little to chance that the same plays come again and again."""
    if found.different > found.plays / 2:
        return ""
    return (
        f"Only {found.different:,} of these plays are different from each other: these bots leave little to chance, "
        "and what holds for them may not hold for others. Try a mixture of bots."
    )


def say_length(found: Findings) -> list[str]:
    tenth, half, most, longest = found.spread
    said = [
        f"A play takes {amount(found.decisions)} decisions in {amount(found.turns)} turns: about "
        f"{span(found.decisions.value)} for people who take {QUICK} to {SLOW} seconds for a decision.",
        f"Half of all plays are over after {half:,} decisions (the dashed line), one in ten after {tenth:,}, nine in "
        f"ten after {most:,}; the longest took {longest:,}.",
        f"There is a choice between {amount(found.branching)} actions on average.",
    ]
    if most > 2 * half:
        said.append("The tail is long: one play in ten takes more than twice as long as the usual one.")
    return said


def say_ends(found: Findings) -> list[str]:
    if found.plan.seats == 1:
        unfinished = found.ended["unfinished"]
        return [f"{percent(unfinished)} of the plays had to be broken off."]
    said = [f"{percent(found.ended['drawn'])} of the plays end with everybody level."]
    if found.ended["shared"].value:
        said.append(f"In {percent(found.ended['shared'])} several win together.")
    if found.ended["unfinished"].value:
        said.append(
            f"{percent(found.ended['unfinished'])} did not end and were broken off: these rules can go on for ever."
        )
    else:
        said.append(f"Every play ended; at most {found.ended['unfinished'].high:.1%} of all such plays may not.")
    return said


def say_drama(found: Findings) -> list[str]:
    if found.changes is None or found.decided is None or found.comebacks is None:
        if found.ended["shared"].value == 1:
            return ["Several win together here, so nobody's lead is told."]
        return [
            "The game has no knowledge of its own to judge by who leads, or no play that was looked at was won alone."
        ]
    said = [
        f"By the game's own judgement the lead changes {amount(found.changes)} times a play, and the winner takes it "
        f"for good after {percent(found.decided)} of the decisions.",
        f"In {percent(found.comebacks)} of the plays the winner came back in the second half from far behind: by half "
        f"of what they won by, or more.",
    ]
    if found.decided.high < 0.4:
        said.append("That is early: for most of the play the winner is already in front.")
    return said


def say_skill(found: Findings) -> list[str]:
    said = []
    for strength in found.strengths:
        wins = strength.wins
        among = "against" if found.plan.seats == 2 else "among others like"
        verdict = (
            "skill of this kind makes no difference that these plays show"
            if wins.holds(strength.fair)
            else "skill counts"
            if wins.value > strength.fair
            else "it plays worse than they do"
        )
        said.append(
            f"{name_bot(strength.bot)} {among} {name_bot(strength.against)} wins {percent(wins)}; a fair share is "
            f"{strength.fair:.1%}: {verdict}."
        )
        if wins.low > strength.fair and found.ended["shared"].value < 0.5:  # in teams nobody wins all alone
            part = (wins.value - strength.fair) / (1 - strength.fair)
            said.append(f"That is {part:.0%} of the way from a fair share to winning always.")
    return said


def say_waiting(found: Findings) -> list[str]:
    longest = max(found.seats, key=lambda seat: seat.wait.value)
    out = max(found.seats, key=lambda seat: seat.out.value)
    said = [
        f"The longest wait of a play is {amount(longest.wait)} decisions of others for {longest.name}, about "
        f"{span(longest.wait.value)}."
    ]
    if out.out.value == 0:
        said.append(f"Nobody is out early: at most {out.out.high:.1%} of plays would show it for a seat.")
    else:
        said.append(
            f"{out.name} has to look on for the last quarter of the play or longer in {percent(out.out)} of the plays."
        )
    return said


def say_cube(cube: Cube) -> list[str]:
    """What a designer would say of it."""
    said = [
        f"The cube could be offered {amount(cube.chances)} times a play, and was {amount(cube.offers)} times: at "
        f"{percent(cube.offered)} of the chances."
    ]
    if cube.taken.count:
        said.append(f"{percent(cube.taken)} of the offers were taken.")
        said.append(
            f"By the judgement of the strongest level {percent(cube.offers_right)} of the offers were right, and "
            f"{percent(cube.answers_right)} of the answers."
        )
    else:
        said.append("It was never offered, so nothing is known of answers.")
    if cube.waits_right.count:
        said.append(f"Of the chances that were let go, {percent(cube.waits_right)} were let go rightly.")
    said.append(f"A decision about the cube gives away {amount(cube.lost)} points.")
    return said


def say_events(found: Findings) -> list[str]:
    never = [happening.word.replace("_", " ") for happening in found.happenings if happening.plays.value == 0]
    said = []
    if never:
        said.append(f"Never seen in the {count_plays(found.looks)} looked at: {', '.join(never)}.")
    if found.unchosen:
        said.append(f"Possible, but never chosen: {', '.join(word.replace('_', ' ') for word in found.unchosen)}.")
    if found.unoffered:
        said.append(f"Never possible: {', '.join(word.replace('_', ' ') for word in found.unoffered)}.")
    return said or ["Everything that the rules tell of was seen, and everything that may be done was done."]


def count_plays(number: int) -> str:
    return "one play" if number == 1 else f"{number:,} plays"


def say_idle(idle: Sequence[Idle]) -> list[str]:
    if not idle:
        return ["Every option that applies here changed at least one of the first plays."]
    said = [f"In the first {TRIED} plays nothing would have been different with these options set otherwise:"]
    return said + [f"{one.option}: {', '.join(one.values)}." for one in idle]


def say_board(found: Findings) -> list[str]:
    busiest = max(found.cells, key=lambda cell: found.cells[cell].value)
    idle = [cell for cell, count in found.cells.items() if count.value == 0]
    if len({count.value for count in found.cells.values()}) == 1:
        return [f"The same is done everywhere: {amount(found.cells[busiest])} at each place in a play."]
    often = amount(found.cells[busiest])
    said = [f"Most is done at {name_cell(busiest)}, {'once' if often == '1' else f'{often} times'} a play."]
    if idle:
        shown = ", ".join(name_cells(idle[:12]))
        more = f" and {len(idle) - 12} more" if len(idle) > 12 else ""
        said.append(f"Nothing was ever done at {shown}{more}.")
    return said


def name_cell(cell: str) -> str:
    """A place as people would write it: cell:a1 is a1."""
    return cell.replace(":", " ")


def name_cells(cells: Sequence[str]) -> list[str]:
    """Several places in a row: what kind of place it is is said once, number 49, 50, 51."""
    kinds = ["", *(cell.partition(":")[0] for cell in cells)]
    return [
        cell.partition(":")[2] if ":" in cell and kind == before else name_cell(cell)
        for cell, before, kind in zip(cells, kinds, kinds[1:], strict=False)
    ]
