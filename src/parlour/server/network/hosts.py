"""What this server is called, and which pages are its own.

A page of another site can have its own name lead to this machine (DNS rebinding), and would then be of the same origin
as the server. So requests for a name that is not the server's are refused. An address is nobody's name; and names
without a dot, or below `local` and its like, are given at home: no other site can have them.
"""

import logging
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address

AT_HOME = (".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test")
ANY = "*"
PORTS = {"http": ":80", "https": ":443"}  # which nobody needs to name
MOST_TOLD = 100  # refusals that are logged, each once

log = logging.getLogger("parlour.door")


class Hosts:
    """The names of the server, and the origins of pages that may act here."""

    def __init__(self, names: Iterable[str], origins: Iterable[str]) -> None:
        listed = {name.lower().rstrip(".") for name in names}
        self.origins = frozenset(tidy_origin(origin) for origin in origins)
        self._knows_all = ANY in listed
        self._names = listed | {find_name(origin.partition("://")[2]) for origin in self.origins}
        self._names.add(socket.gethostname().lower())
        self._endings = AT_HOME + tuple(name[1:] for name in listed if name.startswith("*."))
        self._told: set[str] = set()

    def knows(self, host: str) -> bool:
        """Whether a header Host names this server. Whoever sends none is no browser."""
        name = find_name(host)
        if self._knows_all or "." not in name or name in self._names or name.endswith(self._endings):
            return True
        return is_address(name)

    def owns(self, origin: str, scheme: str, host: str) -> bool:
        """Whether a page of this origin may act: one of the server's own, or one of an origin that was named."""
        asking = tidy_origin(origin)
        return asking in self.origins or (bool(host) and asking == tidy_origin(f"{scheme}://{host}"))

    def tell_of_name(self, host: str, client: str) -> None:
        """Log a name that was refused, for whoever runs the server under it."""
        what = "a request for an unknown name was refused: if it is this server's, PARLOUR_HOSTS has to list it"
        self._tell(host, what, client=client, host=host)

    def tell_of_page(self, origin: str, scheme: str, host: str, client: str) -> None:
        """Log a page that was refused, for whoever runs the server behind a proxy that changes what is asked."""
        what = "a page of another origin was refused: if it is this server's, see to Host and X-Forwarded-Proto"
        self._tell(origin, what, client=client, origin=origin, expected=f"{scheme}://{host}")

    def _tell(self, about: str, what: str, **more: str) -> None:
        if about not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(about)
            log.warning(what, extra=more)


def find_name(host: str) -> str:
    """The name or the address in a header Host, without its port; an address of IPv6 without its brackets too."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().rstrip(".")


@lru_cache
def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def tidy_origin(origin: str) -> str:
    """An origin as browsers write it: in small letters, and without the port that its scheme has anyway."""
    scheme, _, host = origin.lower().strip().partition("://")
    return f"{scheme}://{host.removesuffix(PORTS.get(scheme, ':'))}" if host else origin
