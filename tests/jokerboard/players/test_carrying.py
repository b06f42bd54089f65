"""The words and lights for marbles that people carry for a machine or for another house."""

from __future__ import annotations

import pytest

from engine.geometry import board
from engine.play import Play
from engine.position import Position
from engine.referee.lights import Light
from jokerboard.journal.records import Json
from jokerboard.players.guidance import carry_lights, carry_words

BOARD = board(4)
BEFORE = Position.parse("A8,A10/B8/C9,C14/- A")
ROLES = ("from", "to")


@pytest.mark.parametrize(
    ("play", "legs"),
    [
        ("KH As-A8", [{"from": "START", "to": "A8", "marble": "A"}]),
        ("5D A8-A13", [{"from": "A8", "to": "A13", "marble": "A"}]),
        ("5D C9-C14", [{"from": "C9", "to": "C14", "marble": "C"}]),
        ("2S A10~C14", [{"from": "A10", "to": "C14", "marble": "A", "swap": True}]),
        (
            "7H A8-A11 A10-A14",
            [{"from": "A8", "to": "A11", "marble": "A"}, {"from": "A10", "to": "A14", "marble": "A"}],
        ),
    ],
)
def test_each_leg_of_a_machines_play_names_its_marble_source_and_target(play: str, legs: list[Json]) -> None:
    assert carry_words(BOARD, Play.parse(play, BOARD), BEFORE) == legs


def test_an_exchange_that_people_carry_for_a_machine_lights_both_marbles_in_their_colours() -> None:
    lights = carry_lights(BOARD, Play.parse("2S A10~C14", BOARD), BEFORE, set(), ROLES)
    hole = BOARD.hole
    assert lights == {hole("A10"): Light("from", 0), hole("C14"): Light("from", 2)}


def test_the_light_of_a_hole_goes_dark_once_the_carried_marble_has_left_or_reached_that_hole() -> None:
    play, hole = Play.parse("5D A8-A13", BOARD), BOARD.hole
    start, end = hole("A8"), hole("A13")
    for occupied, lit in (
        ({start}, {start: Light("from", 0), end: Light("to", 0)}),
        (set[int](), {end: Light("to", 0)}),
        ({end}, {}),
    ):
        assert carry_lights(BOARD, play, BEFORE, occupied, ROLES) == lit
