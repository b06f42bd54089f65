"""A Pico in virtual time whose link delivers the events of the test."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from firmware_bridge.events import Facts, LinkEvent, Snapshot
from firmware_bridge.facts import BoardInfo
from firmware_bridge.lightplan import Style
from firmware_bridge.messages import Feature, ResetCause
from hardware.clock import VirtualClock
from hardware.parts.chain_watch import Watch
from hardware.parts.pico.driver import PicoBoard
from hardware.ports import HardwareEvent


def info(channels: int, leds: int) -> BoardInfo:
    return BoardInfo("00", channels, leds, 64, 1000, Feature.LIGHTS, 500, 5, ResetCause.POWER, 5, "scripted")


class ScriptedLink:
    """A BoardLink that delivers the events that the test puts into `coming`."""

    openings, waits_to_write = 1, False
    deadline = float("inf")

    def __init__(self, path: str, **_: object) -> None:
        self.path, self.linked = path, True
        self.facts = info(6, 4)
        self.coming: list[LinkEvent] = [Facts(0.0, self.facts), Snapshot(0.0, (False,) * 6, ())]
        self.session = SimpleNamespace(lights=self, minor=1)
        self.pumped, self.closed, self.done = 0, False, True
        self.shown = b""
        self.styles: tuple[Style, ...] = ()
        self.asked: list[tuple[int, bytes]] = []
        self.whole_until = 0.0

    def fileno(self) -> int:
        return 99

    def pump(self, timeout: float) -> list[LinkEvent]:
        self.pumped += 1
        events, self.coming = self.coming, []
        return events

    def settled(self, count: int) -> bool:
        return self.done

    def show(self, rgb: bytes) -> None:
        self.shown = rgb

    def request(self, op: int, args: bytes = b"") -> int:
        self.asked.append((op, args))
        return len(self.asked)

    def confirm(self, t: float) -> None:
        """Do nothing, because the test sets `whole_until` itself."""

    def show_styles(self, styles: tuple[Style, ...]) -> None:
        self.styles = styles

    def close(self) -> None:
        self.closed = True


class ScriptedBench:
    """A bench in virtual time with a board of six channels and four LEDs; the game uses four of each."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        link: type[ScriptedLink] | None = None,
        watch: Watch | None = None,
        channels: int = 4,
    ) -> None:
        monkeypatch.setattr("hardware.parts.pico.driver.BoardLink", link or ScriptedLink)
        self.clock = VirtualClock()
        self.board = PicoBoard(self.clock, "/dev/x", channels, 4, watch=watch)
        made: object = self.board._link
        assert isinstance(made, ScriptedLink)
        self.link = made
        self.events: list[HardwareEvent] = []
        self.board.start(self.events.append)

    def receive(self, *events: LinkEvent) -> None:
        self.link.coming += events
        self.clock.run_until(self.clock.now() + 0.01)

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)
