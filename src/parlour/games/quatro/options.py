"""The options of Quatro and its presets."""

from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Choice, Flag, Option, OptionError, Values, Whole, choose
from parlour.games.quatro.board import BOARDS, LARGEST, spot

START = {11: (3, 3, 3, 2), 13: (4, 3, 4, 2), 15: (5, 3, 5, 2)}  # men on the four points of `start_men` (Q5)
NEVER = 99  # a score band that no point reaches
ALLOWED = {True: "allowed", False: "not allowed"}


class Ruleset(Codes, title="Whose rules", asks="Two players may also play by the rules of backgammon."):
    QUATRO = code("Quatro's own")
    BACKGAMMON = code("backgammon's, on 36 points")
    BACKGAMMON24 = code("ordinary backgammon, on 24 points")


class SeatDraft(Codes, title="Who gets which board", asks="How three players share out the boards."):
    RANDOM = code("boards are drawn by lot")
    CHOOSE = code("each chooses, the highest roll first")


class DeclineCost(Codes, title="Declining a double", asks="What somebody pays who gives up at a double."):
    SINGLE = code("the stake as it stood")
    BY_POSITION = code("what the position would cost")


class TeamWin(Codes, title="When a team wins", asks="How many of a team must have borne off all their men."):
    FIRST_OUT = code("one of them")
    BOTH_OUT = code("both")


class TeamContact(Codes, title="Partners on one point", asks="What happens where the men of partners meet."):
    BLOCK = code("they block each other")
    HOSTILE = code("they hit each other, like opponents")


class Match(Codes, title="How many games", asks="One game, or several that are counted together."):
    SINGLE = code("one game")
    POINTS = code("as many as it takes to reach a number of points")
    SERIES = code("a fixed number of games")


class MatchTally(Codes, title="Counting several games", asks="What counts as a player's points."):
    WON = code("what they were paid")
    NET = code("what they were paid, less what they paid")


class SeatRotation(Codes, title="Changing boards", asks="Whether players change boards after each game."):
    NONE = code("everybody keeps their board")
    CYCLIC = code("everybody moves on by one board")


OPTIONS = (
    choose(Ruleset, "quatro", "two players may use backgammon's rules [Q31]"),
    Option(
        "men",
        Choice(11, 13, 15),
        lambda v: 15 if v["players"] == 2 else 11,
        "How many men each player has.",
        "eleven for three or four, fifteen for two",
        default_help="11, or 15 for two players",
        title="Men",
    ),
    choose(SeatDraft, "random", "roll for choice of board [Q9]", needs={"players": (3,)}),
    Option(
        "empty_seat",
        Choice(*"ABCD"),
        "D",
        "Which of the four boards nobody plays.",
        "example with A, B, C",
        needs={"players": (3,), "seat_draft": ("random",)},
        title="The empty board",
        words={board: f"board {board}" for board in "ABCD"},
    ),
    Option(
        "pairing",
        Choice("AB", "CD", "AD", "CB"),
        "AB",
        "Which two of the four boards are played.",
        "opposite directions only [Q7]",
        needs={"players": (2,)},
        title="The two boards",
        words={
            "AB": "A and B, facing",
            "CD": "C and D, facing",
            "AD": "A and D, crossing",
            "CB": "C and B, crossing",
        },
    ),
    Option(
        "touch_owned",
        Flag(),
        lambda v: v["ruleset"] == "quatro",
        "A man who moves on with another die may rest on a closed point in between.",
        "difference 1 from backgammon",
        default_help="allowed, except under backgammon's rules",
        title="Touching a closed point",
        words=ALLOWED,
    ),
    Option(
        "combined_entry",
        Flag(),
        lambda v: v["ruleset"] == "quatro",
        "A man on the bar may come in with the total of several dice.",
        "difference 2 from backgammon",
        default_help="allowed, except under backgammon's rules",
        title="Coming in with a total",
        words=ALLOWED,
    ),
    Option(
        "cube",
        Flag(),
        False,
        "Players may double the stake, and the others go along or give up.",
        "optional, agreed before play [Q36]",
        title="Doubling cube",
    ),
    Option(
        "cube_cap",
        Choice(2, 4, 8, 16, 32, 64),
        64,
        "The stake is never doubled beyond this.",
        "faces up to 64",
        needs={"cube": (True,)},
        title="Highest stake",
    ),
    choose(DeclineCost, "single", "decliners lose the game [Q25]", needs={"cube": (True,)}),
    Option(
        "teams",
        Flag(),
        False,
        "Boards A and C play together, against B and D.",
        "one sentence",
        needs={"players": (4,)},
        title="Two teams",
    ),
    choose(TeamWin, "first_out", "silent [Q29]", needs={"teams": (True,)}),
    choose(TeamContact, "block", "silent [Q29]", needs={"teams": (True,)}),
    choose(Match, "single", "series mentioned for three players"),
    Option(
        "match_target",
        Whole(1, 1000),
        lambda v: 7 if v["match"] != "series" else 3 if v["players"] == 3 else 4,
        "The points to reach, or the number of games.",
        "silent [Q30]",
        needs={"match": ("points", "series")},
        default_help="7 points; 3 games for three players, else 4",
        title="Points or games",
    ),
    choose(MatchTally, "won", "silent [Q30]", needs={"match": ("points", "series")}),
    choose(
        SeatRotation,
        lambda v: "cyclic" if v["players"] == 3 else "none",
        "the odd board once in three games [Q10]",
        needs={"match": ("points", "series")},
        default_help="three players move on, others keep their boards",
    ),
    Option(
        "turn_cap",
        Whole(0, 30000),
        0,
        "A game counts for nothing after this many rolls; 0 means it is played to its end.",
        "not a rule",
        title="Longest game",
    ),
)


def check(values: Values) -> None:
    ruleset = values["ruleset"]
    if ruleset == "quatro":
        return
    pairings = ("AB", "CD") if ruleset == "backgammon" else ("AB",)
    wanted: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("players", (2,)),
        ("men", (15,)),
        ("pairing", pairings),
        ("touch_owned", (False,)),
        ("combined_entry", (False,)),
    )
    for name, allowed in wanted:
        if values[name] not in allowed:
            words = " or ".join(_say(value) for value in allowed)
            raise OptionError(f"the {ruleset} ruleset needs {name} {words}, not {_say(values[name])}", name)


def pointless(values: Values) -> str:
    fewest = fewest_rolls(values)
    if values["match"] == "points" and 0 < values["turn_cap"] < fewest:
        return (
            f"turn_cap is {values['turn_cap']}, but no game can be won in fewer than {fewest} rolls: a match to points "
            f"would never end, expected 0, or {fewest} or more"
        )
    return ""


def _say(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def fewest_rolls(values: Values) -> int:
    """No game can be won in fewer rolls than these, of all players together (R23)."""
    if values["cube"]:  # all decline the first double: before any roll, or after the opening roll of backgammon
        return 1 if values["ruleset"] == "quatro" else 2
    steps = sum(men * -(-v // 6) for v, men in start_men(values))  # at best every step is a 6,
    rolls = -(-steps // 4)  # and every roll a doublet
    partner = 2 if values["team_win"] == "both_out" else 0
    return int(values["players"] * (rolls - 1) + 1 + partner)


def start_men(values: Values) -> tuple[tuple[int, int], ...]:
    """Where a player's men stand at first, as he counts, and how many (Q5)."""
    at = (6, 8, 13, 24) if values["ruleset"] == "backgammon24" else (9, 15, 25, 36)
    return tuple(zip(at, START[values["men"]], strict=True))


def boards_in_use(values: Values) -> str:
    if values["players"] == 4:
        return BOARDS
    if values["players"] == 2:
        return str(values["pairing"])
    return BOARDS.replace(values["empty_seat"], "")


DERIVED = (
    Field("points", Whole(24, LARGEST), "N, on the circle"),
    Field("home", Whole(6, 9), "H, points of a home board"),
    Field("spot", Whole(0, LARGEST - 1), "the place k of each board's point v", (4, LARGEST + 2)),
    Field("number", Whole(0, LARGEST), "and back: each board's number v of the place k", (4, LARGEST)),
    Field("start_at", Whole(1, LARGEST), "where men stand at first, as v", 4),
    Field("start_men", Whole(2, 5), "and how many", 4),
    Field("third_from", Whole(19, 28), "a man at v or beyond costs three times (R21)"),
    Field("fourth_from", Whole(28, NEVER), "and four times"),
    Field("in_use", Whole(0, 1), "the boards played, where they are not chosen", 4),
    Field("partners_block", Whole(0, 1), "R19: partners are passed, not hit"),
    Field("rotate", Whole(0, 1), "seats move on after each game (Q10)"),
)


def derive(values: Values, o: Any) -> None:
    o.home = 6 if values["ruleset"] == "backgammon24" else 9
    o.points = 4 * o.home
    for board in range(4):
        for v in range(1, o.points + 1):
            o.spot[board, v] = spot(board, v, o.home)
            o.number[board, o.spot[board, v]] = v
        o.in_use[board] = BOARDS[board] in boards_in_use(values)
    for i, (v, men) in enumerate(start_men(values)):
        o.start_at[i], o.start_men[i] = v, men
    o.third_from = 28 if values["ruleset"] == "backgammon" else 19
    o.fourth_from = 28 if values["ruleset"] == "quatro" else NEVER
    o.partners_block = values["teams"] and values["team_contact"] == "block"
    o.rotate = values["seat_rotation"] == "cyclic" and values["match"] != "single"
