"""The holes that `jokerboard doctor` asks a person about."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.cli import doctor
from jokerboard.cli.main import Parser
from tests.wiring.boards import DIRECT


@pytest.mark.parametrize(
    ("options", "lights", "sensors"),
    [
        ("", 0, 0),
        ("--lights", 112, 0),
        ("--marbles", 0, 112),
        ("--lights --marbles", 112, 112),
        ("--hole A4", 1, 1),
        ("--hole A4 --hole B5 --lights", 2, 0),
        ("--hole A4 --marbles", 0, 1),
    ],
)
def test_doctor_asks_about_the_lights_and_sensors_that_the_options_name(
    options: str, lights: int, sensors: int, tmp_path: Path
) -> None:
    parser = Parser()
    doctor.add_arguments(parser)
    args = parser.parse_args([str(tmp_path / "board.toml"), *options.split()])
    session = doctor._consultation(args, DIRECT)
    assert (len(session._lights), len(session._sensors)) == (lights, sensors)
    assert session.path == tmp_path / "board.toml.doctor"
