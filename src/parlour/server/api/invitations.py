"""Ways to bring others here: codes that a phone's camera reads, and the local network, which may be let in."""

import asyncio
from io import BytesIO
from typing import Protocol

import segno
from fastapi import APIRouter, Request

from parlour.server.api import messages as m
from parlour.server.api.addresses import find_addresses, is_loopback
from parlour.server.api.answers import REFUSALS
from parlour.server.api.parameters import AtHouse
from parlour.server.live.house import House
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)

QUIET = 4  # modules of white around a code, as cameras want it


class Doors(Protocol):
    """What listens for this server, and may listen on more addresses of this machine."""

    @property
    def port(self) -> int: ...

    @property
    def addresses(self) -> list[str]: ...

    async def listen_on(self, address: str) -> None: ...

    def stop_listening(self) -> None: ...


@router.post("/qr", summary="A text as a code that a camera reads")
async def draw_code(coding: m.Coding) -> m.QrCode:
    """It is sent in a body, and not remembered: a link may hold what nobody else should know."""
    return await asyncio.to_thread(encode, coding.text)


def encode(text: str) -> m.QrCode:
    """One square a module, as a path of SVG whose unit they are."""
    code = segno.make(text, error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind="svg", border=QUIET, xmldecl=False, svgns=False, omitsize=True)
    path = drawn.getvalue().decode().partition(' d="')[2].partition('"')[0]
    return m.QrCode(size=int(code.symbol_size(border=QUIET)[0]), path=path)


@router.get("/network", summary="Whether others on the local network can come here, and by which addresses")
async def see_network(request: Request, house: AtHouse) -> m.Network:
    """Told only to whoever sits at the machine itself; to all others nothing is known."""
    if not is_here(request):
        return m.Network(yours=False, open=False, addresses=[])
    return tell_network(request, house)


@router.put("/network", summary="Let others on the local network come here, or shut them out again")
async def open_network(opening: m.Letting, request: Request, house: AtHouse) -> m.Network:
    """Only whoever sits at the machine itself can, and only where Parlour was started for them, by `parlour`."""
    doors = find_doors(request)
    if doors is None or not house.settings.home or not is_here(request):
        raise Refused(403, "this can only be done at the computer that runs `parlour`: do it there")
    if not opening.open:
        doors.stop_listening()
        return tell_network(request, house)
    addresses = list_addresses(house)
    if not addresses:
        raise Refused(409, "this computer is not on a local network: join one, such as Wi-Fi, and try again")
    failures = []
    for address in addresses:
        try:
            await doors.listen_on(address)
        except OSError as error:
            failures.append(f"{address}: {error.strerror or error}")
    if not doors.addresses:
        raise Refused(409, f"others on the local network cannot be let in: {'; '.join(failures)}")
    return tell_network(request, house)


def tell_network(request: Request, house: House) -> m.Network:
    doors = find_doors(request)
    if doors is None:
        return m.Network(yours=False, open=False, addresses=[])
    addresses = list_addresses(house) if house.settings.listens_anywhere else doors.addresses
    return m.Network(
        yours=house.settings.home,
        open=bool(addresses),
        addresses=[f"http://{address}:{doors.port}" for address in addresses],
    )


def list_addresses(house: House) -> list[str]:
    return house.settings.own_addresses or find_addresses()


def find_doors(request: Request) -> Doors | None:
    """None where another program than ours listens, or several processes do."""
    doors: Doors | None = getattr(request.state, "doors", None)
    return doors


def is_here(request: Request) -> bool:
    """Whether somebody asks from this machine by its own name, and not by a door that was opened to others."""
    asking = request.client.host if request.client else ""
    doors = find_doors(request)
    if doors is not None and request.scope["server"][0] in doors.addresses:
        return False
    return is_loopback(asking) and is_loopback(request.url.hostname or "")
