"""Which addresses count as one where something is limited, and which are of this machine and its own network."""

import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

NOWHERE = ("192.0.2.1", "10.255.255.255")  # nobody is there, and nothing is sent: it is only asked how one would go
HOME_BITS = 64  # of an IPv6 address: a home, or a single machine, has all that begin alike


@lru_cache(4096)  # whoever asks once asks again
def group_address(address: str) -> str:
    """What an address is counted by: itself, or for IPv6 all that one subscriber can have. Any other text is itself."""
    try:
        found = ip_address(address.partition("%")[0])  # what follows is the card of this machine it came by
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:  # of IPv4, at a door that is open to both
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, HOME_BITS), strict=False))


def find_addresses() -> list[str]:
    """This machine's addresses on networks of its own, such as one at home; most have one, and some have none."""
    found: list[str] = []
    for far in NOWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if is_neighbourly(address)]


def is_neighbourly(address: str) -> bool:
    """Whether others on the same network can come by it, and nobody from farther away."""
    known = ip_address(address)
    return known.is_private and not known.is_loopback and not known.is_unspecified


def is_loopback(name: str) -> bool:
    """Whether a name or address is this machine as it calls itself."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return False
