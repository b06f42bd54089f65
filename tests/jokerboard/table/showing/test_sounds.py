"""The buzzer sounds for cards, mistakes and wins; a table without a working buzzer plays on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.referee.verdicts import Over
from hardware.clock import VirtualClock
from hardware.errors import DeviceClosed, DeviceMissing
from hardware.outlet import LateSounder
from hardware.parts.buzzer.twin import TwinSounder
from hardware.ports import DeviceState, Sounder, Tune
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.showing.outputs import CARD, ILLEGAL, WIN, Sounds
from tests.jokerboard.table.virtual_table import VirtualTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    made = VirtualTable(tmp_path, Wanted(rules="texas"))
    yield made
    made.close()


def tunes(table: VirtualTable) -> list[Tune]:
    return [tune for _, tune in table.sim.sounder.played]


def test_the_buzzer_sounds_once_for_a_laid_card_and_once_for_an_illegal_play(table: VirtualTable) -> None:
    table.lay("K")
    table.wait(2.0)
    assert tunes(table) == [CARD]
    table.move("As1", "A9")
    table.wait(3.0)
    assert tunes(table) == [CARD, ILLEGAL]
    table.lay(None, "A")
    assert tunes(table) == [CARD, ILLEGAL]


def test_the_buzzer_plays_a_tune_for_a_win_and_none_for_a_draw() -> None:
    clock, sounder = VirtualClock(), TwinSounder(VirtualClock())
    sounds = Sounds(clock, sounder, lambda _: None)
    sounds.announce(Over(1.0, (), None))  # type: ignore[arg-type]
    assert sounder.played == []
    sounds.announce(Over(1.0, (0, 2), None))  # type: ignore[arg-type]
    assert [tune for _, tune in sounder.played] == [WIN]


def test_a_missing_buzzer_is_reported_once_and_used_as_soon_as_it_is_connected() -> None:
    clock, real = VirtualClock(), TwinSounder(VirtualClock())
    there = False
    states: list[DeviceState] = []

    def opened() -> Sounder:
        if not there:
            raise DeviceMissing("the buzzer's pin cannot be used")
        return real

    late = LateSounder(opened)
    sounds = Sounds(clock, late, states.append)
    for _ in range(3):
        sounds.card_read()
    clock.run_until(1.0)
    assert [(state.device, state.ok, state.text) for state in states] == [
        ("buzzer", False, "the buzzer's pin cannot be used")
    ]
    there = True
    sounds.card_read()
    clock.run_until(2.0)
    assert [state.ok for state in states] == [False, True]
    assert len(real.played) == 1
    late.close()
    with pytest.raises(DeviceClosed):
        late.play(CARD)


def test_a_table_without_a_buzzer_is_silent() -> None:
    Sounds(VirtualClock(), None, lambda _: None).card_read()
