"""A served table on a real board: its configuration, its devices, its game; the wires are simulated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import Clock, VirtualClock
from hardware.parts.button.twin import TwinButtons
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.ports import Buttons
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.cli.main import main
from jokerboard.host.errors import UsageError
from jokerboard.host.files import StateDirectory
from jokerboard.journal.file import records
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.runtime.table import Table
from jokerboard.table.runtime.troubles import DISK
from jokerboard.table.serving import real_board
from jokerboard.table.serving.table_config import read_config
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from jokerboard.table.web.waiting_page import Reason, WaitingPage
from tests.programs import TableProgram, refused
from wiring.bringup.simulated_board import CrossedSensors
from wiring.description import Description
from wiring.devices import Devices
from wiring.parse import read_board

BOARD = Path(__file__).parents[4] / "wiring" / "4-players-direct.toml"
NOW = "2026-11-21T10:00:00+00:00"
SOUND = f"""\
[table]
board = "{BOARD}"
state = "state"
listen = "127.0.0.1:0"

[game]
cards = "none"
"""


class Hall:
    """The sensors and lights of a real board, wired as its description states."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.described = replace(read_board(BOARD), buttons=())
        names = self.described.names
        start = {hole: seat for seat in range(4) for hole in names.start(seat)}
        self.wood = VirtualBoard(names.holes, start)
        self.path = path
        monkeypatch.setattr(real_board, "open_devices", self._open)
        monkeypatch.setattr(real_board, "_buttons", self._press)

    def _open(self, board: Description, clock: Clock, *, late_lights: bool = False) -> Devices:
        channels = board.channels
        channel_of = tuple(channels.index(hole) for hole in range(len(channels)))
        self.spi = Ws2812Chain(len(channels))
        sensors = CrossedSensors(TwinSensors(self.wood, clock, seed=1), channel_of)
        return Devices(sensors, WS2812B.on_spi(self.spi, len(channels)), None)

    def _press(self, _: Description, clock: Clock) -> Buttons:
        self.buttons = TwinButtons(clock)
        return self.buttons

    def table(self) -> tuple[Table, VirtualClock]:
        clock, state = VirtualClock(), StateDirectory(self.path)
        journal = Journal.open(state / FILE, table="t", made=NOW)
        boards = real_board.RealBoards(self.described, {}, clock)
        return Table(clock, state, journal, DirectWriter(journal), boards, wall=lambda: NOW, seed="1"), clock

    def bring_out(self, seat: int, clock: VirtualClock) -> None:
        names = self.described.names
        clock.run_until(1.0)
        self.wood.lift(names.start(seat)[0])
        clock.run_until(2.0)
        self.wood.place(names.come_out(seat), seat)
        clock.run_until(5.0)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(tmp_path, monkeypatch)


def test_a_restarted_table_with_a_real_board_resumes_its_game(hall: Hall, tmp_path: Path) -> None:
    table, clock = hall.table()
    table.begin(Wanted(cards="none"))
    page = GamePage(table)
    game = table.game
    assert game is not None
    assert not game.header.simulated
    announced: list[Announced] = []
    game.listen(announced.append)
    hall.bring_out(game.log.turn, clock)
    assert [a.sentence.kind for a in announced] == ["move", "turn"]
    assert page.state()["sim"] is None
    assert page.lit()
    with pytest.raises(CommandRefused, match="with your hands"):
        page.command("sim/lift", {"hole": "A8"}).send(None)
    table.close()

    table, clock = hall.table()
    assert table.resume()
    assert table.game is not None
    assert table.game.log.n == 1
    table.close()
    header = next(iter(records(tmp_path / FILE, 1))).data
    assert (header["simulated"], header["board"]) == (False, "4 players, direct")


def test_while_a_real_board_waits_for_its_disk_its_corners_are_lit_and_its_page_reports_why(
    hall: Hall,
) -> None:
    clock = VirtualClock()
    header = header_for(Wanted(cards="none"), id="", begun="", seed="", simulated=False)
    boards = real_board.RealBoards(hall.described, {}, clock)
    desk = WaitingPage(clock, boards, header, Reason(DISK, "the disk is read-only"))
    clock.run_until(0.1)
    assert list(desk.lit()) == ["A0", "B0", "C0", "D0"]
    assert desk.state()["verdict"]["text"] == "The disk is read-only."
    assert desk.layout()["sides"] == 4
    with pytest.raises(CommandRefused, match="Not now: the disk is read-only"):
        desk.command("reshuffle", {}).send(None)
    desk.close()
    table, _ = hall.table()
    table.begin(Wanted(cards="none"))
    table.close()


def test_a_game_for_a_board_of_another_size_than_the_described_board_is_refused(hall: Hall) -> None:
    table, _ = hall.table()
    with pytest.raises(UsageError, match="has 4 sides; texas for 6 is played on 6"):
        table.begin(Wanted(players=6, cards="none"))
    table.close()


def test_a_game_that_needs_a_card_reader_missing_from_the_boards_description_is_refused(hall: Hall) -> None:
    table, _ = hall.table()
    with pytest.raises(UsageError, match="no card reader at"):
        table.begin(Wanted(cards="table"))
    table.close()


def test_a_valid_table_configuration_is_read_with_all_its_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(SOUND)
    config = read_config(file)
    assert (config.state, config.wanted.rules, config.wanted.cards) == (tmp_path / "state", "texas", "none")
    assert main(["serve", "--config", str(file), "--check"]) == 0
    assert "valid; the board is '4 players, direct'" in capsys.readouterr().out
    assert not (tmp_path / "state").exists()


GAME = f'[table]\nboard = "{BOARD}"\n'
TOURNAMENT = f'{GAME}[game]\ncards = "none"\n[tournament]\n'


@pytest.mark.parametrize(("wrong", "line", "refusal"), [
    (f'{GAME}listen = "300:1:1"\n', 3, "listen '300:1:1' is no address; an IPv6 address stands in brackets"),
    (f'{GAME}listen = "99999"\n', 3, "listen '99999' is no address; write it as 0.0.0.0:8080, or only"),
    (f'{GAME}decks = "none.toml"\n[game]\ncards = "none"\n', 3, "there are no decks at"),
    (f'{GAME}[game]\nplayers = 5\ncards = "none"\n', 4, "texas is for 4, 6 players, not 5"),
    (f'{GAME}[game]\nplayers = 6\ncards = "none"\n', 4, "the board '4 players, direct' has 4 sides"),
    (f'{GAME}[game]\nplayers = 4\ncards = "seat"\n', 5, "the board '4 players, direct' has no card reader"),
    (f'{GAME}[game]\nrules = "chess"\n', 4, "rules is one of texas, own-deck, marbles-and-jokers"),
    (f'{GAME}[game]\nedges = "yes"\n', 4, "edges is true or false, not 'yes'"),
    (f'{GAME}sound = "loud"\n', 3, "sound is one of on, off, not 'loud'"),
    (f'{GAME}[table]\n', 3, "Cannot declare"),
    ('[table]\nboard = "b"\n[game]\ncards = "hand"\n', 4, "cards is one of seat, table, none, dealt, not"),
    ('[table]\nboard = "b"\n[game]\nplayers = 9\n', 4, "players is a whole number from 2 to 8, not '9'"),
    ('[table]\nboard = "b"\nport = 3\n', 3, "'port' is no setting of table; its settings are board, decks"),
    ('[table]\nstate = "s"\n', 1, "board is missing"),
    ('[table]\nboard = "b"\n[rules]\n', 3, "'rules' is not a section; the sections are table, game"),
    ('[table]\nboard = \n', 2, "Invalid value"),
    (f'{TOURNAMENT}name = "7"\n', 5, "redis is missing"),
    (f'{TOURNAMENT}redis = "http://desk"\n', 6, "the URL of a Redis is redis://HOST"),
    (f'{TOURNAMENT}redis = "redis://me:pw@desk"\n', 6, "the URL of the Redis contains a password"),
    (f'{TOURNAMENT}redis = "redis://desk"\npassword_file = "none"\n', 6,
     "the password file {folder}/none cannot be read: No such file"),
    (f'{TOURNAMENT}redis = "redis://desk"\npasswort = "x"\n', 7, "'passwort' is no setting of tournament"),
    (f'{TOURNAMENT}redis = 7\n', 6, "redis is one line of text"),
])  # fmt: skip
def test_a_wrong_table_configuration_is_reported_in_one_sentence_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str, line: int, refusal: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(wrong)
    sentence = f"{file} line {line}: {refusal.format(folder=tmp_path)}"
    assert sentence in refused(capsys, "serve", "--config", file)


def test_a_missing_table_configuration_file_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    err = refused(capsys, "serve", "--config", "/nowhere.toml")
    assert "configuration /nowhere.toml: No such file" in err


def test_a_configuration_file_that_is_too_long_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(SOUND.ljust(65536) + "\n[game]\n")
    assert "the file is too long; the most is 65536 bytes" in refused(
        capsys, "serve", "--config", file, "--check"
    )


@pytest.mark.skipif(Path("/dev/spidev0.0").exists(), reason="this machine has the devices")
def test_missing_devices_are_named_and_no_game_begins_without_them(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(SOUND)
    table = TableProgram("serve", "--config", str(file))
    text = table.state()["verdict"]["text"]
    assert text.startswith("The board is not there, so nothing is played yet: /dev/gpiochip0 is not there; ")
    assert table.stop() == 0
    assert sum(line.startswith("jokerboard: ") for line in table.lines) == 1
    assert [r.kind.value for r in records(tmp_path / "state" / FILE)] == ["journal"]
