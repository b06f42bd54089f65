"""A faulty cable between modules: all bits behind it have one level, and the bits before it are right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.parts.hc165.linked_modules import LinkedModules, LinkFault

COUNT = 10
INPUTS = st.binary(min_size=COUNT, max_size=COUNT)
LEVELS = {
    LinkFault.UNPLUGGED: 0x00, LinkFault.TURNED: 0x00, LinkFault.BITS_LOW: 0x00, LinkFault.BITS_HIGH: 0xFF
}  # fmt: skip


def read(modules: LinkedModules) -> bytes:
    modules.load()
    return bytes(modules.transfer([0] * COUNT))


@pytest.mark.parametrize("fault", LEVELS)
@given(inputs=INPUTS, link=st.integers(0, COUNT - 1))
def test_a_broken_data_wire_between_modules_gives_one_level_for_every_module_behind_it(
    inputs: bytes, link: int, fault: LinkFault
) -> None:
    modules = LinkedModules(lambda: inputs)
    assert read(modules) == inputs
    modules.faults[link] = fault
    assert read(modules) == inputs[:link] + bytes([LEVELS[fault]]) * (COUNT - link)
    modules.faults.clear()
    assert read(modules) == inputs


@given(inputs=INPUTS, link=st.integers(0, COUNT - 1))
def test_a_module_without_a_clock_repeats_its_own_bit(inputs: bytes, link: int) -> None:
    modules = LinkedModules(lambda: inputs)
    modules.faults[link] = LinkFault.CLOCK_CUT
    first = 0xFF if inputs[link] & 0x80 else 0x00
    assert read(modules) == inputs[:link] + bytes([first]) * (COUNT - link)
