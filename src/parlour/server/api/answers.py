"""What answers have in common: how they are written, and which refusals a path may give."""

from typing import Any

from fastapi import Response
from pydantic_core import to_json

from parlour.server.api import messages as m

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": m.Failure} for status in (400, 403, 404, 409, 410, 413, 421, 422, 429, 503)
}
LIMITS: dict[int | str, dict[str, Any]] = {status: REFUSALS[status] for status in (413, 421, 429)}
TEXT = {"content": {"text/plain": {"schema": {"type": "string"}}}}  # only the good answer is text, refusals are not


class Json(Response):
    """Plain data as JSON, at the speed of pydantic's own writer."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return to_json(content)
