"""A WS2812 chain that reads its colours out of the pulses that it is sent."""

from __future__ import annotations

from hardware.parts.ws2812b import WS2812B, waveform
from hardware.twin.lamps import SimulatedChain


class Ws2812Chain(SimulatedChain):
    """Chips that distinguish 0 and 1 by the length of a pulse; if the clock is wrong, all bits read alike."""

    def __init__(self, leds: int) -> None:
        super().__init__(WS2812B, leds)

    def read(self, data: bytes) -> bytes:
        """The rgb bytes that the chips take from one transfer; see SimulatedChain."""
        pixels = waveform.decode(data)
        short, long = (width / self.core_clock for width in (waveform.SHORT, waveform.LONG))
        if short >= waveform.ONE_FROM:
            return b"\xff" * len(pixels)
        return pixels if long >= waveform.ONE_FROM else bytes(len(pixels))


make = Ws2812Chain
