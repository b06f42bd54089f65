"""A chain of 74HC165 soldered to mock pins does what the data sheet says for every order of edges."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from hardware.parts.hc165.twin import ShiftChain, solder, wired_factory

LOAD, CLOCK, DATA, INHIBIT = 25, 11, 9, 8
EDGES = st.lists(st.sampled_from([LOAD, CLOCK, INHIBIT]), max_size=40)


def expected(inputs: bytes, edges: list[int]) -> list[bool]:
    """The data line after each change of a pin: SCLS116, table 1. All three pins begin low."""
    bits = [bool(byte >> bit & 1) for byte in inputs for bit in range(7, -1, -1)]
    register, high, out = list(bits), {LOAD: False, CLOCK: False, INHIBIT: False}, []
    for pin in edges:
        gate = high[CLOCK] or high[INHIBIT]
        high[pin] = not high[pin]
        if pin == LOAD:
            register = list(bits)
        elif high[LOAD] and not gate and high[pin]:
            # The far end's serial input is on ground.
            register = [*register[1:], False]
        out.append(register[0])
    return out


@given(st.binary(min_size=1, max_size=3), EDGES)
@example(b"\xa5", [LOAD, *[CLOCK] * 18])
@example(b"\x5a\xc3", [LOAD, CLOCK, CLOCK, INHIBIT, CLOCK, CLOCK, INHIBIT, CLOCK, INHIBIT, CLOCK])
@example(b"\x55", [LOAD, INHIBIT, INHIBIT, INHIBIT])
def test_the_data_line_of_a_soldered_chain_follows_load_clock_and_inhibit(
    inputs: bytes, edges: list[int]
) -> None:
    factory = wired_factory()
    for pin in (LOAD, CLOCK, INHIBIT):
        factory.pin(pin).drive_low()
    data = factory.pin(DATA)
    solder(
        ShiftChain(lambda: inputs),
        factory,
        load_pin=LOAD,
        clock_pin=CLOCK,
        data_pin=DATA,
        inhibit_pin=INHIBIT,
    )
    seen = []
    for number in edges:
        pin = factory.pin(number)
        (pin.drive_low if pin.state else pin.drive_high)()
        seen.append(bool(data.state))
    assert seen == expected(inputs, edges)
