"""Requests for machine players that are impossible: in code, in the configuration and on the page."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from jokerboard.host.errors import UsageError
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.serving.table_config import read_config
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.jokerboard.table.virtual_table import VirtualTable

BOARD = Path(__file__).parents[3] / "wiring" / "4-players-direct.toml"
CANNOT_KNOW = r"the machine at B cannot know its cards: no reader reads them; let the table deal"
MISTAKES = [
    pytest.param(Wanted(machines={"B": "strong"}, cards="none"), CANNOT_KNOW, id="no cards"),
    pytest.param(
        Wanted(machines={"B": "clever"}),
        "no level is called 'clever'; there are easy, steady, strong, expert",
        id="level",
    ),
    pytest.param(
        Wanted(machines=dict.fromkeys("ABCDE", "easy")),
        "5 machines are too many: the game has 4 seats",
        id="too many",
    ),
    pytest.param(
        Wanted(machines={"E": "easy"}),
        "no machine can play at E; the seats of this game are A, B, C, D",
        id="seat",
    ),
]


@pytest.mark.parametrize(("wanted", "sentence"), MISTAKES)
def test_each_impossible_request_for_machines_is_refused_in_one_sentence(
    wanted: Wanted, sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence) as refused:
        header_for(wanted, id="", begun="", seed="1", simulated=True)
    assert "\n" not in str(refused.value)


def test_machine_players_without_names_are_called_machines() -> None:
    wanted = Wanted(machines={"D": "easy", "B": "strong"}, names={"D": "Robo"})
    header = header_for(wanted, id="", begun="", seed="1", simulated=True)
    assert header.names == {"B": "Machine B", "D": "Robo"}
    assert header.machines == {"B": "strong", "D": "easy"}
    assert type(header).from_json(header.to_json()) == header


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ('machine = ["B", "B"]', "machine names seat B twice"),
        ('machine = "B"', r'machine is a list of words, as \["B", "D"\], not'),
        ("machine_pause = -1", "machine_pause is a number from 0 to 60"),
        ('machine = ["B"]\nlevel = "clever"', "no level is called 'clever'"),
        ('machine = ["B"]\ncards = "none"', CANNOT_KNOW),
        ('machine = ["F"]', "no machine can play at F"),
    ],
)
def test_a_wrong_setting_of_machines_in_the_configuration_is_reported_with_its_line(
    tmp_path: Path, lines: str, sentence: str
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'[table]\nboard = "{BOARD}"\n[game]\n{lines}\n')
    with pytest.raises(UsageError, match=sentence) as refused:
        read_config(path)
    assert "line " in str(refused.value)


def test_the_configuration_file_sets_the_machines_their_level_and_their_pause(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    game = 'machine = ["B", "D"]\nlevel = "easy"\ncards = "dealt"\nmachine_pause = 0.5'
    path.write_text(f'[table]\nboard = "{BOARD}"\n[game]\n{game}\n')
    config = read_config(path)
    assert config.wanted.machines == {"B": "easy", "D": "easy"}
    assert (config.wanted.dealt, config.wanted.cards, config.machine_pause) == (True, "seat", 0.5)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"machines": {"B": "clever"}}, "No level is called 'clever'"),
        ({"machines": {"B": "easy"}, "cards": "none"}, "The machine at B cannot know its cards"),
    ],
)
def test_an_impossible_request_for_machines_on_the_page_is_refused_in_one_sentence(
    tmp_path: Path, body: dict[str, object], sentence: str
) -> None:
    page = GamePage(VirtualTable(tmp_path).desk)
    wanted = {"action": "new", "rules": "texas", "players": 4, **body}
    with pytest.raises(CommandRefused, match=sentence):
        asyncio.run(page.command("game", wanted))
