"""What a room's log is made of. The log is the game: entries are only ever added, and a room is what they tell.

Each kind, what it says (in brackets what may be left out), and what happened:

opened      game rules options seats host [position] [clock] [dice] [commitment] [takebacks] [hints] [pace] [previous]
            [seeding] [short]
            the room was opened; `rules` is the version of the game's, `seats` what is known of each sitter
sat         seat name key seed       a person sat down; `key` is the fingerprint of a secret key, `seed` may be empty
left        seat                     whoever sat there got up again, before the play began
engaged     seat bot name seed       the host put a bot on a seat, before the play began
welcomed    anyone                   the host lets anybody join from the list of open tables, or nobody any more
renamed     seat name                a person goes by another name from now on
freed       seat                     the host lets somebody take the place of a bot, which plays on until then
took_over   seat name key            somebody did, while the play was under way
began                                all seats were taken
moved       seat code [text] [bot]   an action was played by a person, who wrote `text`, or by a bot
drew        code                     chance decided, by fair dice
rolled      seat code [text]         somebody threw real dice and told what they show
missed      seat [text]              a statement was refused, where such attempts are counted
called      word                     the referee called something, a sand timer that ran out, say
took_back   to seat                  the play went back to an earlier ply, for a seat
hinted      seat level               a person got a hint
asked       seat what                a seat offers a draw, or asks for a takeback or a rematch
answered    seat what yes            another seat answers, or the same takes it back
skipped     seat                     whether a person who is away wants to play again is not waited for
stood_in    seat bot [once]          a bot plays for an absent person; `once`, until the present decision is made
returned    seat                     the person plays again
resigned    seat [bot]               a person gave up; among more than two a bot plays on
flagged     seat [bot]               the time of a seat ran out for good; likewise
claimed     seat by                  a person was away for long, and the other, at `by`, claimed the win
drawn                                all agreed on a draw
revealed    secret                   after the end: the secret the server had committed itself to
followed    code watch               a rematch was opened, and where
went_on                              somebody looks again at a play that goes by itself and had waited for that
slowed      moves                    so many moves a minute were made by bots for one address: the next come slowly
filled      why                      the play, or the log, is as long as it may be
"""

from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One thing that happened in a room."""

    number: int
    kind: str
    at: float  # when, in seconds since 1970 by the server's clock
    data: dict[str, Any]
