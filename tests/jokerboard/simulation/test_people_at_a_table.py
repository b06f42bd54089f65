"""Simulated people at a whole table: their cards are read at any speed and after any kill."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from engine.geometry import Seat
from engine.referee.verdicts import Illegal
from hardware.twin.sensors import Fault, TwinSensors
from jokerboard.journal.file import records
from jokerboard.journal.store import FILE
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.simulation.people.correcting import Corrector
from jokerboard.simulation.people.eyes_and_hands import (
    ANNOUNCED_WITHIN,
    BLIND_WITHIN,
    Lift,
    Observation,
    Place,
)
from jokerboard.simulation.people.memory import FASTEST, Memory
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.running_game import RunningGame
from tests.examples import whole
from tests.jokerboard.table.virtual_table import VirtualTable

A_GAME = 3600.0


def fast(mistakes: float = 0.0) -> Memory:
    return Memory("", "", speed=FASTEST, mistakes=mistakes)


def some_way_on(table: VirtualTable) -> None:
    """Let people play some rounds, or with `--all-scenarios` to the end of the game."""
    end = 10_000 if whole() else table.game.log.n + 60
    table.until(lambda: table.game.log.over is not None or table.game.log.n >= end, within=A_GAME)


def test_a_card_that_simulated_people_draw_again_at_once_is_read_and_played(tmp_path: Path) -> None:
    """A round takes less than the two seconds after which a reader counts a card as removed."""
    wanted = Wanted(switches={"decks": "1", "hand_size": "7"})
    table = VirtualTable(tmp_path, wanted, seed="2", people=fast())
    table.until(lambda: table.game.log.n >= 120, within=A_GAME)
    last: dict[Seat, str | None] = {}
    again = []
    for play in table.game.log.plays:
        if last.get(play.seat) == play.card:
            again.append(play.n)
        last[play.seat] = play.card
    assert again
    table.close()


class Killed(Exception):
    """Raised where the program is killed in earnest."""


def test_simulated_people_report_a_shuffle_after_the_restart_if_the_table_was_killed_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(_: RunningGame) -> None:
        raise Killed

    with monkeypatch.context() as before:
        before.setattr(RunningGame, "reshuffle", pulled)
        table = VirtualTable(tmp_path, Wanted(), seed="1", people=fast())
        with pytest.raises(Killed):
            table.until(lambda: table.game.log.over is not None, within=A_GAME)
        played = table.game.log.n
        table.close()
    table = VirtualTable(tmp_path)
    table.until(lambda: table.game.log.n > played, within=A_GAME)
    assert any(record.data.get("reshuffle") for record in records(tmp_path / FILE))
    some_way_on(table)
    assert "card-seen-twice" not in [
        each.verdict.code for each in table.announcements if isinstance(each.verdict, Illegal)
    ]
    table.close()


def test_simulated_people_report_no_shuffle_at_a_table_that_deals(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True), seed="1", people=fast())
    table.until(lambda: table.game.log.n >= 4, within=A_GAME)
    table.close()
    assert not any("reshuffle" in record.data for record in records(tmp_path / FILE))


def test_simulated_people_wait_longer_for_a_play_beside_a_faulty_sensor_and_play_on(tmp_path: Path) -> None:
    """A play that a faulty sensor hides is announced after eight seconds without movement."""
    table = VirtualTable(tmp_path, Wanted(), seed="3", people=fast())
    sensors = table.sim.devices.sensors
    assert isinstance(sensors, TwinSensors)
    sensors.fail(table.sim.board.hole("A8"), Fault.STUCK_ON)
    some_way_on(table)
    assert any(light == "fault" for light in table.roles().values())
    assert Observation(table.game, table.sim).announced_within == BLIND_WITHIN > ANNOUNCED_WITHIN
    table.close()


class Eyes:
    """A table without announcements: one marble is in a hand, two others are out of place."""

    something_wrong = False
    announced_within = 0.0

    def __init__(self, hand: Hands) -> None:
        self.left = {9: Place(2, 8), 20: Place(1, 26)}
        self.hand = hand

    def next_mend(self, _: object) -> None:
        return None

    def from_memory(self, held: Sequence[tuple[int, int]]) -> Lift | Place | None:
        if held:
            return self.left.pop(held[0][1], Place(3, None))
        return next((Lift(self.left[hole].seat, hole) for hole in self.left), None)


class Hands:
    """People who hold a marble of their START and find no free hole for it."""

    def __init__(self) -> None:
        self.held: list[tuple[int, int]] = [(3, 110)]

    def do(self, step: Lift | Place, _: object) -> bool:
        if isinstance(step, Lift):
            assert step.hole is not None
            self.held.append((step.seat, step.hole))
        else:
            self.held.pop()
        return True


def test_simulated_people_check_the_whole_board_once_their_hands_are_empty() -> None:
    """While people move marbles, the table announces nothing."""
    hands = Hands()
    eyes = Eyes(hands)
    wait = cast(Any, lambda _: iter(()))
    corrector = Corrector(cast(Any, eyes), cast(Any, hands), wait, lambda n: Chance("1", n))
    for _ in range(2):
        deque(corrector.set_right(by_lights_only=False), maxlen=0)
    assert not hands.held
    assert not eyes.left


def test_simulated_people_deal_real_cards_to_a_machine_and_carry_its_plays_despite_mistakes(
    tmp_path: Path,
) -> None:
    table = VirtualTable(tmp_path, Wanted(machines={"A": "easy"}), seed="1", people=fast(mistakes=0.5))
    memory = table.boards.players.people
    assert memory is not None
    dealt: set[str] = set()

    def enough() -> bool:
        dealt.update(memory.memory.places.get("A", ()))
        return table.game.log.n >= 24

    table.until(enough, within=600)
    plays = [play for play in table.game.log.plays if play.seat == 0]
    assert len(plays) >= 5
    assert {play.card for play in plays} <= dealt
    assert "illegal" in table.kinds
    table.close()


@pytest.mark.parametrize("cards", ["seat", "table", "none"])
def test_simulated_people_take_each_card_off_again_and_remember_it_where_nobody_reads_it(
    tmp_path: Path, cards: str
) -> None:
    table = VirtualTable(tmp_path, Wanted(cards=cast(Any, cards)), seed="2", people=fast())
    laid: set[str] = set()

    def played() -> bool:
        here = {at for at, card in table.sim.laid.items() if card is not None}
        laid.update(here)
        # One reader has the card of the present turn; another one may still have the card before.
        assert len(here) <= 2
        return table.game.log.n >= 12

    table.until(played, within=A_GAME)
    assert laid == ({"seat": {*"ABCD"}, "table": {"table"}, "none": set()}[cards])
    people = table.boards.players.people
    assert people is not None
    assert len(people.memory.used) == (12 if cards == "none" else 0)
    assert people.turns >= 12
    table.close()


def test_simulated_people_go_on_with_a_card_that_lay_on_its_reader_before_a_restart(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="2", people=fast())
    table.until(lambda: table.game.card is not None, within=A_GAME)
    n, card = table.game.log.n, table.game.card
    table.close()
    table = VirtualTable(tmp_path, people=fast())
    table.until(lambda: table.game.log.n >= n + 2, within=600)
    assert table.game.log.plays[n].card == card
    table.close()


def test_a_card_of_the_game_before_lies_on_no_reader_of_a_new_game_after_a_restart(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted())
    table.lay("KC#1")
    table.desk.begin(Wanted(), attended=False)
    table.close()
    table = VirtualTable(tmp_path)
    assert not any(table.sim.laid.values())
    table.close()
