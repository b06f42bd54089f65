"""Tests of a chain of modules: for every link and kind of failure, the module behind it is reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import DeviceLost
from hardware.parts.chain_watch import ModuleWatch
from hardware.parts.hc165.driver import Hc165Chain
from hardware.parts.hc165.linked_modules import SIDE, LinkedModules, LinkFault
from wiring.pcb.modules import full_name, tied_chips

CHIPS = tied_chips(4, 16.0, "polygon")
LINKS = st.integers(0, len(CHIPS) - 1)
FAULTS = st.sampled_from(LinkFault)
LEVELS = st.binary(min_size=len(CHIPS), max_size=len(CHIPS))


def inputs(levels: bytes) -> bytes:
    """The levels of the sensors, with the tied inputs of every module set."""
    return bytes(byte & ~chip.mask | chip.level for byte, chip in zip(levels, CHIPS, strict=True))


def chain(levels: bytes) -> tuple[LinkedModules, Hc165Chain]:
    modules = LinkedModules(lambda: inputs(levels))
    return modules, Hc165Chain(modules, modules.load, ModuleWatch(CHIPS))


@given(LEVELS)
def test_a_chain_of_modules_without_a_fault_is_read_correctly(levels: bytes) -> None:
    _, driver = chain(levels)
    assert driver.read() == inputs(levels)


@given(LEVELS, LINKS, FAULTS)
def test_a_broken_link_is_reported_with_the_module_behind_it(
    levels: bytes, link: int, fault: LinkFault
) -> None:
    modules, driver = chain(levels)
    driver.read()
    modules.faults[link] = fault
    named = link - link % SIDE if fault.hits_side else link
    for _ in range(2):
        with pytest.raises(DeviceLost) as lost:
            driver.read()
        assert str(lost.value).startswith(f"{full_name(named)}"), str(lost.value)
        assert "does not answer: look at its cable from " in str(lost.value)
    modules.faults.clear()
    assert driver.read() == inputs(levels)


@given(LEVELS, LINKS, LINKS, FAULTS, FAULTS)
def test_of_two_broken_links_the_one_nearer_to_the_computer_is_reported(
    levels: bytes, one: int, other: int, fault: LinkFault, its: LinkFault
) -> None:
    modules, driver = chain(levels)
    modules.faults.update({one: fault, other: its})
    named = min(link - link % SIDE if each.hits_side else link for link, each in modules.faults.items())
    with pytest.raises(DeviceLost, match=f"^{full_name(named)}"):
        driver.read()


@given(LEVELS, st.integers(0, len(CHIPS) - 3), st.sampled_from((-1, 1)))
def test_bits_shifted_late_are_reported_as_a_fault_of_the_module_where_the_shift_begins(
    levels: bytes, module: int, places: int
) -> None:
    whole = "".join(f"{byte:08b}" for byte in inputs(levels))
    near, behind = whole[: 8 * module], whole[8 * module :]
    slipped = near + (behind[1:] + "0" if places < 0 else "1" + behind[:-1])
    raw = int(slipped, 2).to_bytes(len(CHIPS), "big")
    fault = ModuleWatch(CHIPS).fault(raw)
    # The first module behind the slip may read right by chance, but not all modules behind it.
    assert fault is None or "one place " in fault or "does not answer" in fault
    if places > 0:
        assert fault is not None
        assert full_name(module) in fault


@pytest.mark.parametrize("places", [-1, 1])
def test_shifted_bits_on_an_empty_board_are_reported_as_a_fault_of_the_clock(places: int) -> None:
    whole = "".join(f"{byte:08b}" for byte in inputs(b"\xff" * len(CHIPS)))
    near, behind = whole[:72], whole[72:]
    slipped = near + (behind[1:] + "0" if places < 0 else "1" + behind[:-1])
    fault = ModuleWatch(CHIPS).fault(int(slipped, 2).to_bytes(len(CHIPS), "big"))
    assert fault is not None
    assert fault.startswith(
        f"every bit comes one place {'early' if places < 0 else 'late'} from strip 3 of side B"
    )


def test_the_message_about_a_broken_link_names_the_cable() -> None:
    modules, driver = chain(bytes(len(CHIPS)))
    for link, sentence in (
        (0, "strip 1 of side A (A0-A5) does not answer: look at its cable from the head board"),
        (9, "strip 3 of side B (B12-B17) does not answer: look at its cable from strip 2"),
        (
            10,
            "strip 1 of side C (C0-C5) does not answer: look at its cable from the head board, and the"
            " cable to the head board from strip 3 of side B",
        ),
        (12, "the START tile of side C does not answer: look at its cable from the lane"),
    ):
        modules.faults = {link: LinkFault.UNPLUGGED}
        with pytest.raises(DeviceLost) as lost:
            driver.read()
        assert str(lost.value) == sentence
