"""uvicorn's server, which can let the local network in while it runs, and shut it out again.

What is used of uvicorn's inside besides `connection.py` is used here; `tests/server/test_private_names.py` says what a
later one has changed.
"""

import asyncio
import socket

from uvicorn import Server


class Listener(Server):
    """Listens where it was told to, and on further addresses from when it is asked until it is asked to stop."""

    _doors: dict[str, asyncio.Server]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._doors = {}
        self.lifespan.state["doors"] = self  # every request sees it

    @property
    def addresses(self) -> list[str]:
        """Where it listens besides."""
        return list(self._doors)

    @property
    def port(self) -> int:
        return self.config.port

    async def listen_on(self, address: str) -> None:
        """Raises OSError where that cannot be had."""
        if address in self._doors:
            return
        door = await asyncio.get_running_loop().create_server(
            lambda: self.config.http_protocol_class(  # type: ignore[call-arg]  # as uvicorn makes them
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            ),
            host=address,
            port=self.port,
            backlog=self.config.backlog,
        )
        self._doors[address] = door
        self.servers.append(door)  # so that it ends with the others

    def stop_listening(self) -> None:
        """Close these doors, also to those who have come in by them."""
        for address, door in self._doors.items():
            door.close()
            self.servers.remove(door)
            for connection in list(self.server_state.connections):
                name = connection.transport.get_extra_info("sockname")
                if name and name[0] == address:
                    connection.transport.close()
        self._doors.clear()
