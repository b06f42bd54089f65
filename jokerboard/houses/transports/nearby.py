"""Hosts on the local network: mDNS announces each, and its guest finds it by the code alone.

A host announces one service for each guest. The service's name is a digest of the rendezvous: a guest with
the code can compute the name, and the name does not reveal the rendezvous.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jokerboard.host.errors import UsageError
from jokerboard.host.network import own_number
from jokerboard.host.outside_text import shown
from jokerboard.host.system import install_line

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

KIND: Final = "_jokerboard._tcp.local."
WITHIN: Final = 3.0
"""Seconds to wait for a host's answer; mDNS asks again after one second and after three."""
_LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Nearby:
    """A host on this network that waits for a guest: its service's name, address and port."""

    computer: str
    address: str
    port: int


def need_zeroconf() -> None:
    """Raise UsageError if the library zeroconf is missing."""
    if importlib.util.find_spec("zeroconf") is None:
        raise UsageError(
            "finding the other board on this network needs the library zeroconf: "
            f"{install_line('jokerboard[far]')}, or name the way, as direct://ADDRESS or mqtt://BROKER"
        )


class Announcements:
    """The mDNS announcements of one listener."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def set(self, meetings: Iterable[str], port: int) -> None:
        """Announce these rendezvous at this port, and no other ones."""
        wanted = set(meetings)
        for meeting in set(self._tasks) - wanted:
            self._tasks.pop(meeting).cancel()
        for meeting in wanted - set(self._tasks):
            self._tasks[meeting] = asyncio.get_running_loop().create_task(_announce(meeting, port))


async def find(meeting: str) -> tuple[str, int] | None:
    """The address and port of the host with this rendezvous; None if it does not answer within `WITHIN`."""
    async with _network() as network:
        return _where(await _asked(network, f"{_name(meeting)}.{KIND}"))


async def find_all(seconds: float = WITHIN) -> list[Nearby]:
    """The hosts that answer within `seconds`."""
    from zeroconf import DNSQuestionType, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser

    names: set[str] = set()

    def changed(name: str, state_change: ServiceStateChange, **_: object) -> None:
        if state_change is ServiceStateChange.Added:
            names.add(name)

    found = []
    async with _network() as network:
        browser = AsyncServiceBrowser(
            network.zeroconf, KIND, handlers=[changed], question_type=DNSQuestionType.QM
        )
        await asyncio.sleep(seconds)
        for name in sorted(names):
            info = await _asked(network, name)
            where = _where(info)
            if where is not None:
                # Anybody in the network can announce any bytes here.
                computer = (info.properties.get(b"computer") or b"?").decode(errors="replace")
                found.append(Nearby(shown(computer, 40), *where))
        await browser.async_cancel()
    return found


async def _announce(meeting: str, port: int) -> None:
    """Announce one rendezvous until cancelled; try again while the network is down."""
    from zeroconf.asyncio import AsyncServiceInfo

    computer = socket.gethostname().partition(".")[0]
    while True:
        name, address = _name(meeting), own_number() or _LOOPBACK
        info = AsyncServiceInfo(
            KIND, f"{name}.{KIND}", parsed_addresses=[address], port=port, server=f"{name}.local.",
            properties={"computer": computer},
        )  # fmt: skip
        try:
            async with _network() as network:
                await network.async_register_service(info, cooperating_responders=True)
                try:
                    while (own_number() or _LOOPBACK) == address:
                        await asyncio.sleep(WITHIN)
                finally:
                    await network.async_unregister_service(info)
        except OSError:
            await asyncio.sleep(WITHIN)


@asynccontextmanager
async def _network() -> AsyncIterator[AsyncZeroconf]:
    """Use the network interfaces of this machine, or only its loopback if it has no network."""
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    interfaces = [_LOOPBACK] if own_number() is None else InterfaceChoice.Default
    opened = AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
    try:
        yield opened
    finally:
        await opened.async_close()


async def _asked(network: AsyncZeroconf, name: str) -> AsyncServiceInfo:
    from zeroconf import DNSQuestionType
    from zeroconf.asyncio import AsyncServiceInfo

    info = AsyncServiceInfo(KIND, name)
    # The question is multicast, because a unicast answer may reach another program that shares the port.
    await info.async_request(network.zeroconf, WITHIN * 1000, question_type=DNSQuestionType.QM)
    return info


def _where(info: AsyncServiceInfo) -> tuple[str, int] | None:
    addresses = info.parsed_addresses()
    return (addresses[0], info.port) if addresses and info.port else None


def _name(meeting: str) -> str:
    return "jokerboard-" + hashlib.sha256(f"jokerboard nearby 1\n{meeting}".encode()).hexdigest()[:16]
