"""A file as browsers get it: with its kind and a tag, packed where that is worth it."""

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath

from fastapi import Request, Response

FOR_EVER = "public, max-age=31536000, immutable"  # names of assets change with their contents
ASK_AGAIN = "no-cache"
ZIPPED = ("text/", "application/javascript", "application/json", "image/svg")  # what is worth it


# What pages are made of. Other programs may have told the system something else, and browsers then refuse a script.
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "application/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webp": "image/webp",
}


@dataclass(frozen=True)
class File:
    kind: str
    body: bytes
    zipped: bytes | None
    tag: str
    caching: str

    @classmethod
    def make(cls, name: str, body: bytes, caching: str) -> "File":
        suffix = PurePosixPath(name).suffix.lower()
        kind = KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        zipped = gzip.compress(body, 9) if kind.startswith(ZIPPED) else None
        return cls(kind, body, zipped, f'"{sha256(body).hexdigest()[:20]}"', caching)

    def answer(self, request: Request, status: int = 200) -> Response:
        headers = {"ETag": self.tag, "Cache-Control": self.caching, "Vary": "Accept-Encoding"}
        if status == 200 and request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, status, headers | {"Content-Encoding": "gzip"}, self.kind)
        return Response(self.body, status, headers, self.kind)
