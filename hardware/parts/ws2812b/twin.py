"""A simulated WS2812 chain that decodes its colours from the pulses on its data line."""

from __future__ import annotations

from hardware.parts.ws2812b import WS2812B, waveform
from hardware.twin.lamps import SimulatedChain


class Ws2812Chain(SimulatedChain):
    """Simulated chips that tell 0 from 1 by the length of a pulse; with a wrong clock all bits read the
    same.
    """

    def __init__(self, leds: int) -> None:
        super().__init__(WS2812B, leds)

    def read(self, data: bytes) -> bytes:
        """The rgb bytes that the chips take from the transfer `data`; raise BadFrame if it is no waveform."""
        pixels = waveform.decode(data)
        short, long = (width / self.core_clock for width in (waveform.SHORT, waveform.LONG))
        if short >= waveform.ONE_FROM:
            return b"\xff" * len(pixels)
        return pixels if long >= waveform.ONE_FROM else bytes(len(pixels))


make = Ws2812Chain
