"""A fake of spidev.SpiDev with the methods that we use."""

from __future__ import annotations

import errno
import sys
from types import ModuleType

import pytest

from hardware.lights import SpiPort
from hardware.parts.hc165.twin import ChainSpi


class FakeSpiDev:
    """A fake SPI port; `wire` collects the written bytes, `chain` answers transfers."""

    wire: SpiPort | None = None
    chain: ChainSpi | None = None
    refuses: OSError | None = None
    made: list[FakeSpiDev]

    def __init__(self) -> None:
        self.max_speed_hz, self.mode, self.opened, self.closed = 500_000, 3, (-1, -1), False
        self.gone = False
        self.made.append(self)

    def open(self, bus: int, device: int) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.opened = bus, device

    def writebytes2(self, data: bytes) -> None:
        self._here()
        assert len(data) <= 4096
        assert self.wire is not None
        self.wire.writebytes2(data)

    def xfer2(self, data: list[int]) -> list[int]:
        self._here()
        assert self.mode == 2, "the '165 shifts on rising edges, so its bits are taken on falling ones"
        assert self.chain is not None
        return self.chain.transfer(data)

    def close(self) -> None:
        self.closed = True

    def _here(self) -> None:
        if self.gone:
            raise OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown")


def installed(monkeypatch: pytest.MonkeyPatch) -> list[FakeSpiDev]:
    """Replace spidev by the fake; return the list to which each opened port is appended."""
    module = ModuleType("spidev")
    module.SpiDev = FakeSpiDev  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", module)
    made: list[FakeSpiDev] = []
    monkeypatch.setattr(FakeSpiDev, "made", made, raising=False)
    return made
