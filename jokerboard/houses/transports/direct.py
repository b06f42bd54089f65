"""The direct transport: the host listens on a port of its own, and guests connect to it with a WebSocket.

The path of the WebSocket is the rendezvous. An unknown rendezvous is refused. After ten unknown ones in a
minute, every connection from that address is refused, to prevent guessing. The houses encrypt every packet.
"""

from __future__ import annotations

import asyncio
import importlib.util
import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from jokerboard.host.errors import UsageError
from jokerboard.host.system import install_line
from jokerboard.houses.transports.nearby import Announcements, find, need_zeroconf
from jokerboard.houses.transports.port import LONGEST, RETRY, Receiver, Way

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection

PING = 10.0
"""Seconds between two pings; a side that does not answer a ping counts as gone."""
_NOT_FOUND = "no board on this network answers to this code; switch the other board on, or ask for a new code"
_OF_ONE = 2
"""The most connections to one rendezvous: a guest may reconnect before its old connection is closed."""


WINDOW: Final = 60.0
"""Seconds for which a wrong code counts as a recent try."""
OF_ONE: Final = 10
"""The most wrong codes of one address in one window. A code has 128 bits, so guessing never finds one."""
_REMEMBERED: Final = 1000


class WrongTries:
    """The recent wrong codes; after `OF_ONE` of one address in a window, its codes are not checked."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque(maxlen=_REMEMBERED)

    def may_try(self, address: str) -> bool:
        """Whether another code from that address may be checked."""
        while self._wrong and self._now() - self._wrong[0][0] >= WINDOW:
            self._wrong.popleft()
        return sum(1 for _, whose in self._wrong if whose == address) < OF_ONE

    def wrong(self, address: str) -> None:
        """Count a wrong code that came from `address`."""
        self._wrong.append((self._now(), address))


class DirectListener:
    """The host's listening port; each wire of the host registers its rendezvous here."""

    def __init__(self, way: Way, host: str | None) -> None:
        """`host`: the address to listen at, None for all of this machine's; `way` has the port.

        A way without an address is announced on this network. Raise UsageError if a library is missing.
        """
        _need_libraries(way)
        self._way, self._host = way, host
        self._announced = None if way.host else Announcements()
        self._wires: dict[str, DirectHostWire] = {}
        self._tries = WrongTries()
        self._server: Server | None = None
        self._starting: asyncio.Task[None] | None = None

    def wire(self, rendezvous: str) -> DirectHostWire:
        """The host's side of the rendezvous."""
        return DirectHostWire(self, rendezvous)

    def join(self, rendezvous: str, wire: DirectHostWire) -> None:
        """Accept guests of that rendezvous for `wire`; begin to listen if it is the first rendezvous."""
        self._wires[rendezvous] = wire
        if self._starting is None:
            self._starting = asyncio.get_running_loop().create_task(self._listen())
        elif self._server is not None:
            self._announce()
            wire.obstacle(None)

    def leave(self, rendezvous: str) -> None:
        """Refuse guests of that rendezvous from now on; stop listening if it was the last rendezvous."""
        self._wires.pop(rendezvous, None)
        if self._server is not None:
            self._announce()
        if not self._wires and self._server is not None:
            self._server.close()
            self._server = self._starting = None

    @property
    def port(self) -> int:
        """The number of the port at which the host listens."""
        assert self._server is not None
        return int(next(iter(self._server.sockets)).getsockname()[1])

    def _announce(self) -> None:
        if self._announced is not None:
            self._announced.set(self._wires, self.port)

    async def _listen(self) -> None:
        from websockets.asyncio.server import serve

        failed, port = 0, self._way.port
        while self._wires:
            try:
                self._server = await serve(
                    self._handle, self._host, port, process_request=self._checked,
                    max_size=LONGEST, max_queue=16, compression=None, ping_interval=PING, ping_timeout=PING,
                    server_header=None,
                )  # fmt: skip
            except OSError as error:
                if self._announced is not None and port:
                    # Another table on this computer has the default port, so a free one is chosen and
                    # announced.
                    port = 0
                    continue
                for wire in self._wires.values():
                    wire.obstacle(f"this table cannot listen at {self._way.text} ({error.strerror or error})")
                await asyncio.sleep(RETRY[min(failed, len(RETRY) - 1)])
                failed += 1
                continue
            self._announce()
            for wire in self._wires.values():
                wire.obstacle(None)
            return

    def _checked(self, connection: ServerConnection, request: Any) -> Any:
        """Check a new connection: None accepts it, a response refuses it."""
        address = str((connection.remote_address or ("",))[0])
        if not self._tries.may_try(address):
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "Too many wrong codes; wait a minute.\n")
        wire = self._wires.get(request.path.removeprefix("/"))
        if wire is None:
            self._tries.wrong(address)
            return connection.respond(HTTPStatus.NOT_FOUND, "No game here answers to this code.\n")
        if len(wire.connections) >= _OF_ONE:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "This code is in use.\n")
        return None

    async def _handle(self, connection: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        request = connection.request
        wire = None if request is None else self._wires.get(request.path.removeprefix("/"))
        if wire is None:
            return
        wire.connections.append(connection)
        try:
            async for packet in connection:
                if isinstance(packet, bytes):
                    wire.receive(packet)
        # Losing the connection is no error: the other table connects again.
        except ConnectionClosed:
            pass
        finally:
            wire.connections.remove(connection)


class DirectHostWire:
    """The host's side of one rendezvous."""

    def __init__(self, listener: DirectListener, rendezvous: str) -> None:
        self._listener, self._rendezvous = listener, rendezvous
        self._receiver: Receiver | None = None
        self.connections: list[ServerConnection] = []
        """The guest's connections; the newest is the last."""

    def start(self, receiver: Receiver) -> None:
        """Accept guests until `close`."""
        self._receiver = receiver
        self._listener.join(self._rendezvous, self)

    def send(self, packet: bytes) -> None:
        """Send a packet if the guest is connected."""
        from websockets.asyncio.server import broadcast

        broadcast(self.connections[-1:], packet)

    def close(self) -> None:
        """Accept no guest of this rendezvous any more, and disconnect."""
        self._listener.leave(self._rendezvous)
        for connection in self.connections:
            connection.transport.abort()

    def receive(self, packet: bytes) -> None:
        """Deliver a packet of the guest."""
        if self._receiver is not None:
            self._receiver.packet(packet)

    def obstacle(self, text: str | None) -> None:
        """Report the reason why the port cannot be opened, or that it is open (None)."""
        if self._receiver is not None:
            self._receiver.obstacle(text)


class DirectGuestWire:
    """The guest's side: it connects to the host's port."""

    def __init__(self, way: Way, rendezvous: str) -> None:
        """Raise UsageError if a library for this way is missing."""
        _need_libraries(way)
        self._way, self._rendezvous = way, rendezvous
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None

    def start(self, receiver: Receiver) -> None:
        """Connect, and stay connected until `close`."""
        self._task = asyncio.get_running_loop().create_task(self._run(receiver))

    def send(self, packet: bytes) -> None:
        """Send a packet if the host is connected."""
        from websockets.asyncio.connection import broadcast

        if self._connection is not None:
            broadcast([self._connection], packet)

    def close(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, receiver: Receiver) -> None:
        from websockets.exceptions import InvalidStatus, WebSocketException

        failed = 0
        while True:
            try:
                await self._connected(receiver)
                failed = 0
            except InvalidStatus as error:
                receiver.obstacle(_refused(error.response.status_code))
            except (WebSocketException, OSError) as error:
                why = getattr(error, "strerror", None) or str(error) or type(error).__name__
                receiver.obstacle(f"{self._name} cannot be reached ({why[:100]})")
            await asyncio.sleep(RETRY[min(failed, len(RETRY) - 1)])
            failed += 1

    @property
    def _name(self) -> str:
        return f"the other board at {self._way.text}" if self._way.host else "the other board on this network"

    async def _connected(self, receiver: Receiver) -> None:
        from websockets.asyncio.client import connect

        host, port = self._way.host, self._way.port
        if not host:
            found = await find(self._rendezvous)
            if found is None:
                receiver.obstacle(_NOT_FOUND)
                return
            host, port = found
        host = f"[{host}]" if ":" in host else host
        # Proxies of the environment are for the web; the other table is reached without one.
        async with connect(
            f"ws://{host}:{port}/{self._rendezvous}", max_size=LONGEST, compression=None, ping_interval=PING,
            ping_timeout=PING, proxy=None, user_agent_header=None, open_timeout=10,
        ) as connection:  # fmt: skip
            self._connection = connection
            receiver.obstacle(None)
            try:
                async for packet in connection:
                    if isinstance(packet, bytes):
                        receiver.packet(packet)
            finally:
                self._connection = None
        receiver.obstacle(f"{self._name} has closed the connection")


def _refused(status: int) -> str:
    if status == HTTPStatus.NOT_FOUND:
        return "no game answers to this code: it is mistyped, or it was withdrawn; ask for a new code"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "too many wrong codes were tried; wait a minute"
    return "another board plays with this code already; ask for a code of your own"


def _need_libraries(way: Way) -> None:
    if not way.host:
        need_zeroconf()
    if importlib.util.find_spec("websockets") is None:
        raise UsageError(f"a direct game needs the library websockets: {install_line('jokerboard[far]')}")
