"""A simulated chain of SK9822: each LED delays the bits by half a clock, and a reset frame shows the
colours.
"""

from __future__ import annotations

from hardware.errors import BadFrame
from hardware.parts.sk9822 import SK9822
from hardware.twin.lamps import SimulatedChain

MARK = 0b111 << 5
"""The three highest bits, with which the first byte of an LED begins."""


class Sk9822Chain(SimulatedChain):
    """Simulated chips that work at any speed of the clock and show their colours at a reset frame."""

    def __init__(self, leds: int) -> None:
        super().__init__(SK9822, leds)

    def read(self, data: bytes) -> bytes:
        """The rgb bytes that the chips take from the transfer `data`; raise BadFrame if it is no frame."""
        body = data.lstrip(b"\0")
        if len(data) - len(body) < 4:
            raise BadFrame("the frame does not start with 32 zero bits")
        rgb, at = bytearray(), 0
        while body[at : at + 1] and body[at] & MARK == MARK:
            step, blue, green, red = body[at : at + 4].ljust(4, b"\0")
            rgb += bytes(value * (step & 31) // 31 for value in (red, green, blue))
            at += 4
        rest = body[at:]
        if any(rest):
            raise BadFrame(f"byte {len(data) - len(rest)} begins no LED and no pause")
        # A reset frame of four bytes, and half a clock for each LED so that the last bit reaches the last
        # LED.
        needed = 4 + -(-self.leds // 16)
        if len(rest) < needed:
            raise BadFrame(
                f"the clock stops after {len(rest)} bytes of zeros; {self.leds} LEDs need {needed}"
            )
        return bytes(rgb)


make = Sk9822Chain
