"""Errors in words: the status and the sentence that a client gets."""

import logging

from parlour.server.database.writer import Unreachable
from parlour.server.rooms.refusal import Refused

log = logging.getLogger("parlour.server")


def explain(error: Exception) -> tuple[int, str]:
    if isinstance(error, Refused):
        return error.status, error.sentence
    if isinstance(error, Unreachable):
        log.error("the database cannot be used", extra={"error": str(error)})
        return 503, "nothing can be saved just now, so nothing was changed: try again soon"
    log.error("a request failed", exc_info=error)
    return 500, "something went wrong on the server, and it has been logged: try again"
