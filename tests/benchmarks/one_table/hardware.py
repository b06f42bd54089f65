"""Processor time of the drivers with simulated chips: scans, frames of lights, card reads, edges.

The times include the simulated chips; on a Pi, a bus takes their place. `alone` leaves the simulated pins
out, so that only the driver's own work remains. The printed share of a processor is for 200 scans a second. A
scanned bank delivers an edge at most one period and one scan after the contact changes; the printed figure is
the processor time within that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time
from typing import Any

from hardware.clock import VirtualClock
from hardware.parts.barcode_scanner.driver import LineParser
from hardware.parts.chain_watch import LastChip
from hardware.parts.hc165.driver import Hc165Chain, open_hc165
from hardware.parts.hc165.twin import ShiftChain, sensor_inputs, solder, wired_factory
from hardware.parts.mcp23017 import ADDRESSES
from hardware.parts.mcp23017.driver import open_mcp23017
from hardware.parts.mcp23017.twin import soldered
from hardware.parts.pn532.frames import Pn532Parser, encode
from hardware.parts.rfid_module.driver import RfidParser
from hardware.parts.rfid_module.twin import id12la_frame, rdm6300_frame
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain, decode
from hardware.ports import HardwareEvent
from hardware.scan import PERIOD, ScannedBank, channel_levels
from hardware.tags import TagParser
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard

HOLES = (112, 224)
SECONDS = 0.4
"""The least processor time for each figure, in seconds."""


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    for holes in HOLES:
        for name, bank in _banks(holes):
            spent = _each(bank.snapshot)
            bank.close()
            yield (
                f"scan of {holes} holes, {name}: {spent * 1e6:.1f} us, {spent / PERIOD:.1%} of a processor at"
                f" {1 / PERIOD:.0f} Hz"
            )
    for holes in HOLES:
        yield f"edge to event, {holes} holes: {_edge(holes) * 1e6:.0f} us of work in the scan that sees it"
    for holes in HOLES:
        rgb = Random(1).randbytes(3 * holes)
        strip = WS2812B.on_spi(Ws2812Chain(holes), holes, amperes=10)
        sent = WS2812B.encode(rgb)
        dimmed = _each(partial(strip.dimmed, rgb))
        encoded = _each(partial(WS2812B.encode, rgb))
        decoded = _each(partial(decode, sent))
        yield (
            f"frame of {holes} LEDs: gamma and cap {dimmed * 1e6:.0f} us, encoded {encoded * 1e6:.0f} us,"
            f" decoded by the twin {decoded * 1e6:.0f} us"
        )
    card = encode(0xD5, bytes.fromhex("4B010100040804DEADBEEF"))
    kinds: tuple[tuple[str, TagParser | Pn532Parser, bytes], ...] = (
        ("RDM6300", RfidParser(), rdm6300_frame("010063E9AE")),
        ("ID-12LA", RfidParser(), id12la_frame("0C000621A5")),
        ("PN532", Pn532Parser(), card),
        ("barcode", LineParser(), b"7H#2\r\n"),
    )
    for name, parser, frame in kinds:
        yield f"{name} frame of {len(frame)} bytes parsed: {_each(partial(parser.feed, frame)) * 1e6:.1f} us"


def _banks(holes: int) -> Iterator[tuple[str, Any]]:
    def occupied(channel: int) -> bool:
        return channel % 3 == 0

    inputs = sensor_inputs(occupied, holes)
    chain = ShiftChain(lambda: inputs)
    factory = wired_factory()
    solder(chain, factory, load_pin=25, clock_pin=11, data_pin=9, inhibit_pin=8)
    yield "74HC165 through gpiozero's mock pins", open_hc165(VirtualClock(), holes, pin_factory=factory)
    yield "74HC165 alone", _alone(holes, inputs)
    buses = {bus: soldered(occupied, holes, ADDRESSES) for bus in range(3)}
    chips = [(bus, at) for bus in range(3) for at in ADDRESSES][: -(-holes // 14)]
    yield (
        "MCP23017 on a simulated bus",
        open_mcp23017(VirtualClock(), holes, chips=chips, open_bus=buses.__getitem__),
    )
    wood = VirtualBoard(holes, {hole: 0 for hole in range(holes) if occupied(hole)})
    yield "virtual board", TwinSensors(wood, VirtualClock())


class _Wire:
    """A fake bus that answers at once with bytes as of a real chip."""

    def __init__(self, answer: bytes) -> None:
        self._answer = list(answer)

    def transfer(self, data: list[int]) -> list[int]:
        return self._answer[: len(data)]


def _alone(holes: int, inputs: bytes) -> ScannedBank:
    chain = Hc165Chain(_Wire(inputs), lambda: None, LastChip(holes // 8 + 1))
    return ScannedBank(VirtualClock(), holes, lambda: channel_levels(chain.read(), holes))


def _edge(holes: int) -> float:
    """The processor seconds of a period in which a channel changes: scan, comparison, delivered event."""
    clock, levels, delivered = VirtualClock(), bytearray(sensor_inputs(lambda _: False, holes)), [0]

    class Wire:
        def transfer(self, data: list[int]) -> list[int]:
            levels[0] ^= 1
            return list(levels[: len(data)])

    chain = Hc165Chain(Wire(), lambda: None, LastChip(holes // 8 + 1))
    bank = ScannedBank(clock, holes, lambda: channel_levels(chain.read(), holes))

    def receive(_: HardwareEvent) -> None:
        delivered[0] += 1

    bank.start(receive)
    spent = _each(lambda: clock.run_until(clock.now() + PERIOD))
    assert delivered[0], "an edge a scan"
    bank.close()
    return spent


def _each(work: Callable[[], object]) -> float:
    """The processor seconds that one call of `work` takes."""
    done, began = 0, process_time()
    while (spent := process_time() - began) < SECONDS:
        for _ in range(10):
            work()
        done += 10
    return spent / done
