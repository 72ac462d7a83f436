"""What a room's log is made of. The log is the game: entries are only ever added, and a room is what they tell.

kind        data                                     what happened
opened      see `Opening`                            the room was opened
sat         seat name key seed                       a person sat down; `key` is the fingerprint of a secret key
left        seat                                     a person got up again, before the play began
engaged     seat bot                                 the host put a bot on a seat, before the play began
began       seeds                                    all seats were taken
moved       seat code [bot]                          an action was played, by the person of the seat or by a bot
drew        code                                     chance decided, by fair dice
rolled      seat code                                somebody threw real dice and told what they show
missed      seat                                     a statement was refused, where such attempts are counted
called      word                                     the referee called something, a sand timer that ran out, say
took_back   to                                       the play went back to an earlier ply
hinted      seat level                               a person got a hint
asked       seat what                                a seat offers a draw, or asks for a takeback or a rematch
answered    seat what yes                            another seat answers
stood_in    seat bot                                 a bot plays for an absent person
returned    seat                                     the person plays again
resigned    seat                                     a person gave up
flagged     seat                                     the time of a seat ran out for good
drawn                                                all agreed on a draw
revealed    secret                                   after the end: the secret the server had committed itself to
followed    code watch                               a rematch was opened, and where
"""

from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One thing that happened in a room."""

    number: int
    kind: str
    at: float  # when, in seconds since 1970 by the server's clock
    data: dict[str, Any]
