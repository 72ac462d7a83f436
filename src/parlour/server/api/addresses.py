"""Which addresses count as one where something is limited."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

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
