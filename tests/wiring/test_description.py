"""Tests of reading, checking and printing descriptions of boards; every fault is reported with its line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firmware_bridge.facts import Calibration
from hardware.parts.computer import COMPUTERS
from hardware.parts.hc165 import ChainBank
from hardware.parts.mcp23017 import ExpanderBank
from hardware.parts.pico import PicoBank
from hardware.readers import Reader
from jokerboard.host.errors import UsageError
from tests.wiring.boards import ALL, ANALOG, CROSS, DIRECT, PADDLES, PEGS, PICO, READY, checked
from wiring.checks import budget, needs_regulator
from wiring.description import Button, Connector, Drill
from wiring.errors import BoardError
from wiring.new_board import Choices, new_board
from wiring.parse import LONGEST, parse_board, read_board
from wiring.printing import print_board
from wiring.toml_section import Lines

TEXT = print_board(DIRECT)
EXPANDERS = tuple((1 + 2 * (n > 7), 0x20 + n % 8) for n in range(12))

BEFORE = Path(__file__).parent / "before"
"""The folder with descriptions that version 0.1.0 wrote."""


def complaints(text: str) -> tuple[str, ...]:
    with pytest.raises(BoardError) as caught:
        parse_board(text, "x.toml")
    assert caught.value.exit_code == 2
    return caught.value.problems


@given(
    st.builds(
        Choices,
        sides=st.integers(3, 8),
        pitch=st.sampled_from([12.0, 16.0, 19.05, 25.4]),
        pieces=st.sampled_from(["marbles", "pegs"]),
        reading=st.sampled_from(["direct", "expanders", "pico"]),
        computer=st.sampled_from(["zero2", "pi3", "pi4", "pi5"]),
        buttons=st.booleans(),
        one_supply=st.booleans(),
        title=st.sampled_from(["", 'Ann\'s "best" \\ board']),
    )
)
def test_a_new_board_is_accepted_by_the_check_and_parsed_to_an_equal_board(choices: Choices) -> None:
    assume(choices.reading != "expanders" or 2 * choices.sides <= 8 * len(COMPUTERS[choices.computer].i2c))
    board = new_board(choices)
    assert checked(board) == board


@pytest.mark.parametrize("computer", ["zero2", "pi3"])
def test_a_computer_with_one_i2c_bus_cannot_read_six_sides(computer: str) -> None:
    with pytest.raises(
        BoardError, match=rf"8 chips of 14 inputs .* \(a {computer} has I2C buses for 8 chips; a 74"
    ):
        checked(new_board(Choices(sides=6, reading="expanders", computer=computer)))


def test_an_i2c_bus_that_the_computer_does_not_have_is_refused() -> None:
    board = replace(PEGS, computer="pi3", bank=ExpanderBank(((1, 0x20), (3, 0x20))))
    with pytest.raises(
        BoardError, match=r"no MCP23017 is at 3:0x20; the I2C buses of a pi3 are 1, addresses"
    ):
        checked(board)


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_the_supplied_board_descriptions_are_valid_and_printed_unchanged(path: Path) -> None:
    assert print_board(read_board(path)) == path.read_text()


def test_boards_for_4_6_and_8_players_are_supplied_with_and_without_a_pico() -> None:
    names = {f"{players}-players-{way}" for players in (4, 6, 8) for way in ("direct", "pico")}
    names.add("4-players-modules")
    assert names == {path.stem for path in READY}


WRONG = [
    # (a part of the text, its replacement, a part of the expected sentence)
    ("A0 A1 A2", "A0 A1 A1", "hole A1 is listed twice, as channel 1 and 2"),
    ("A0 A1 A2", "A0 A1 Q9", "a board of 4 sides has no hole 'Q9'"),
    ("sides = 4", "sides = 9", "sides is a whole number from 3 to 8, not '9'"),
    ("sides = 4", "sides = true", "sides is a whole number"),
    ("sides = 4", "sides = 4\nlegs = 4", "'legs' is no setting of a board"),
    ('driver = "hc165"', 'driver = "cd4021"', "driver is one of hc165, mcp23017, pico"),
    ("load = 25", "load = 1", "GPIO 1 is reserved"),
    ("pin = 10", "pin = 12", "SPI sends on GPIO 10 or 20"),
    ('driver = "spi"', 'driver = "pico"', "the lights cannot be on a Pico"),
    ("amperes = 4.0", "amperes = 3.0", "a supply of 3 A is too small"),
    ("amperes = 1.5 ", "amperes = 0.1 ", "112 LEDs take 0.11 A when dark"),
    ("fuse = 2.0", "fuse = 9.0", "the fuse of 9 A must not be larger than the supply of 4 A"),
    ("fuse = 2.0", "fuse = 1.0", "a fuse of 1 A blows at the lights' cap of 1.5 A"),
    ("fuse = 2.0", "fuse = nan", "fuse is a number from 0.1 to 100, not 'nan'"),
    ("fuse = 2.0", f"fuse = 0x{'9' * 5000}", "not a number that long"),
    ("feeds_computer = true", "feeds_computer = 1", "feeds_computer is true or false"),
    ('feeds = "0 56"', 'feeds = "0 112"', "5 V is fed in at LED 112, but there is no such LED"),
    ('feeds = "0 56"', 'feeds = "56 0"', "feeds must begin with LED 0"),
    ('feeds = "0 56"', 'feeds = "0 x"', "feeds are numbers of LEDs, not 'x'"),
    ('feeds = "0 56"', "feeds = 0", "feeds is a text of words"),
    ('channels = "8-15"', 'channels = "9-15"', "connector S2 begins at channel 9 instead of 8"),
    ('channels = "0-7"', 'channels = "0-8"', "connector S1 has more than the 8 channels"),
    (
        'channels = "0-7"',
        'channels = "0-5"',
        "connector S1 has 6 channels; every connector except the last has",
    ),
    ('shape = "polygon"', 'shape = "round"', "shape is one of polygon, cross, paddles, not 'round'"),
    ("load = 25", 'load = 25\ncalibration = "1:2:3"', "the drv5033 only reports whether a magnet is there"),
    ("load = 25", 'load = 25\ncalibration = "1:2"', "as 32768:4000:1300, not '1:2'"),
    ('channels = "0-7"', 'channels = "all"', "a connector's channels are FIRST-LAST"),
    ('channels = "104-111"', 'channels = "104-110"', "the connectors have 111 channels"),
    ('place = "table"', 'place = "H"', "place is one of A, B, C, D, table"),
    ("hole = 12.0", "hole = 15.0", "holes of 15 mm every 16 mm leave less than 1.5 mm"),
    ("light = 5.0", "light = 12.0", "leaves no seat"),
    ("offset = 0.0", "offset = 5.0", "comes closer than 1.5 mm"),
    ('part = "drv5033"', 'part = "a3144"', "senses only one pole"),
    ('part = "drv5033"', 'part = "drv5055"', "a Raspberry Pi cannot measure voltages"),
    ("pitch = 16.0", "pitch =", "Invalid value"),
    (
        "sides = 4",
        'sides = 4\nbad_sensors = "A3"',
        "hole A3 is listed as bad, but channel 3 is assigned to it",
    ),
]
WRONG_ELSEWHERE = [
    # (a part of the text, its replacement, a part of the expected sentence, the reported line's beginning)
    ("A0 A1 A2", "A0 A1 -", "no channel belongs to A2", "holes = "),
    ("sides = 4\n", "", "sides is missing; it is a whole number", "# The description"),
    ("load = 25", "load = 17", "GPIO 17 is used twice, for load and for button ok table", "pin = 17"),
    ("load = 25", "load = 10", "GPIO 10 is used twice, for load and for the lights' SPI", "pin = 10"),
    ('port = "spi1"', 'port = "spi0"', "GPIO 7 is used twice, for the sensors' spi0", "pin = 10"),
    (
        'name = "S2"',
        'name = "S1"',
        "the connector's name 'S1' is empty or not unique",
        'name = "S1"\nchannels = "8-15"',
    ),
    (
        'name = "back"',
        'name = "ok"',
        "there are two buttons ok at table",
        'name = "ok"\nplace = "table"\npin = 27',
    ),
    ("[drill]  # millimetres", "[drilling]", "the section [drill] is missing", "# The description"),
]


@pytest.mark.parametrize(
    ("there", "instead", "refusal", "at"), [*((*w, w[1].splitlines()[-1]) for w in WRONG), *WRONG_ELSEWHERE]
)
def test_a_fault_of_a_description_is_reported_in_one_sentence_with_file_and_line(
    there: str, instead: str, refusal: str, at: str
) -> None:
    text = TEXT.replace(there, instead, 1)
    line = text[: text.index(at)].count("\n") + 1
    problems = complaints(text)
    assert any(each.startswith(f"x.toml line {line}: ") and refusal in each for each in problems), problems
    assert all("\n" not in each for each in problems)


def test_a_title_of_several_lines_is_refused() -> None:
    problems = complaints(TEXT.replace('title = "', 'title = "a\\tb'))
    assert "title is one line of text" in problems[0]


def test_several_faults_of_a_description_are_all_reported() -> None:
    problems = complaints(TEXT.replace("sides = 4", "sides = 9").replace("pitch = 16.0", "pitch = -1"))
    assert len(problems) >= 2
    with pytest.raises(BoardError, match=r"and [0-9]+ more"):
        parse_board(TEXT.replace("sides = 4", "sides = 9").replace("pitch = 16.0", "pitch = -1"))


BAD_VALUES: list[tuple[Any, str]] = [
    (replace(PEGS, bank=ExpanderBank(((1, 0x20), (2, 0x20)))), "no MCP23017 is at 2:0x20"),
    (replace(PEGS, bank=ExpanderBank(((1, 0x20), (1, 0x28)))), "no MCP23017 is at 1:0x28"),
    (replace(PEGS, bank=ExpanderBank(((1, 0x20), (1, 0x20)))), "two chips are at 1:0x20"),
    (replace(PEGS, bank=ExpanderBank(((1, 0x20),))), "1 chips of 14 inputs are too few for 168 channels"),
    (replace(PEGS, bank=ExpanderBank(EXPANDERS, 15)), "inputs is 14, or 16 for old chips, not 15"),
    (replace(PEGS, bank=ExpanderBank(EXPANDERS, 14, 2)), "GPIO 2 is used twice"),
    (replace(PICO, bank=PicoBank(clock=16, data=18)), "GP16 and GP18 are no clock and data"),
    (replace(PICO, bank=PicoBank(load=24)), "a Pico has no GP24"),
    (replace(PICO, bank=PicoBank(load=22)), "GP22 of the Pico is used twice, for load and LEDs"),
    (replace(PICO, lights=replace(PICO.lights, pin=25)), "a Pico has no GP25"),
    (replace(PICO, part="drv5055"), "a Pico measures 144 analog sensors at most"),
    (replace(DIRECT, lights=replace(DIRECT.lights, driver="ws281x", pin=5)), "rpi_ws281x sends on GPIO"),
    (
        replace(DIRECT, computer="pi5", lights=replace(DIRECT.lights, driver="ws281x", pin=12)),
        "rpi_ws281x does not know the Pi 5",
    ),
    (replace(PEGS, shape="cross", sides=7), "a cross has 3 to 6 arms, not 7"),
    (replace(ANALOG, calibration=(None,)), "1 channels are calibrated, the board has 112"),
    (
        replace(ANALOG, calibration=(Calibration(1, 2, 2),) * 112),
        "a threshold must be greater than its hysteresis",
    ),
    (replace(ANALOG, calibration=(Calibration(70_000, 2, 1),) * 112), "no value above 65535"),
    (replace(DIRECT, buzzer=17), "GPIO 17 is used twice, for button ok table and for the buzzer"),
    (replace(DIRECT, bad_lights=(0,)), "hole A0 is listed as bad, but LED 0 is assigned to it"),
    (replace(DIRECT, bad_lights=(0, 0)), "hole A0 is listed as bad twice"),
    (replace(DIRECT, connectors=()), "the connectors have 0 channels"),
    (replace(DIRECT, readers=(Reader("pn532", "A", "/dev/serial0"),), buzzer=14), "GPIO 14 is used twice"),
    (replace(DIRECT, readers=(Reader("pn532", "E", "/dev/serial0"),)), "a board of 4 sides has no seat E"),
    (replace(DIRECT, readers=(Reader("pn532", "A", "ttyUSB0"),)), "a reader's path begins with /dev/"),
    (
        replace(DIRECT, readers=(Reader("pn532", "A", "/dev/x"), Reader("pn532", "B", "/dev/x"))),
        "two readers have the path /dev/x",
    ),
    (
        replace(DIRECT, bank=ChainBank("pins", 25, 11, 9, 8)),
        "GPIO 9 is used twice, for data and for the lights' SPI",
    ),
    (replace(PEGS, drill=Drill(16, 6.5, 3, 12)), "comes closer than 1.5 mm"),
]


@pytest.mark.parametrize(("board", "refusal"), BAD_VALUES, ids=[refusal[:40] for _, refusal in BAD_VALUES])
def test_an_impossible_board_is_refused_with_the_reason(board: Any, refusal: str) -> None:
    with pytest.raises(BoardError) as caught:
        checked(board)
    assert any(refusal in each for each in caught.value.problems), caught.value.problems


def test_unusual_but_possible_boards_are_accepted_unchanged() -> None:
    pins = replace(DIRECT, bank=ChainBank("pins", 25, 5, 6, 13), buzzer=26)
    leds = replace(DIRECT, lights=replace(DIRECT.lights, driver="ws281x", pin=12))
    old = replace(PEGS, bank=ExpanderBank(EXPANDERS[:11], 16, 26))
    spans = [(first, min(first + 15, 167)) for first in range(0, 168, 16)]
    old = replace(old, connectors=tuple(Connector(f"S{a}", a, b) for a, b in spans))
    bad = replace(
        DIRECT,
        channels=(None, *DIRECT.channels[1:]),
        lights=replace(DIRECT.lights, holes=(None, *DIRECT.lights.holes[1:])),
        bad_sensors=(0,),
        bad_lights=(0,),
    )
    seated = replace(DIRECT, buttons=(Button("ok", "A", 5), Button("ok", "B", 6)))
    calibrated = replace(ANALOG, calibration=(None, *[Calibration(32_768, 4000, 1300)] * 111))
    for board in (pins, leds, old, bad, seated, ANALOG, calibrated, CROSS, PADDLES):
        assert checked(board) == board


@pytest.mark.parametrize("path", sorted(BEFORE.glob("*.toml")), ids=lambda path: path.stem)
def test_a_description_of_an_earlier_version_keeps_every_setting(path: Path) -> None:
    before, now = tomllib.loads(path.read_text()), tomllib.loads(print_board(read_board(path)))
    for section, settings in before.items():
        if isinstance(settings, dict):
            assert settings.items() <= now[section].items()
        else:
            assert settings == now[section]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("x" * (LONGEST + 1), "the text is longer than"),
        ("a = " + "[" * 5000, "too many nested brackets"),
        ('connectors = 3\nsensors = 4\n[[readers]]\nkind = "x"', "write each of the connectors"),
        ("sensors = 4", "sensors must be a section"),
        ("connectors = [3]", "connectors must be a section"),
        ('a = "', "line 1"),
        ('[sensors]\ndriver = "mcp23017"\nchips = "1:20"', "a chip is BUS:ADDRESS"),
    ],
)
def test_texts_that_are_no_board_descriptions_are_refused(text: str, refusal: str) -> None:
    assert any(refusal in each for each in complaints(text))


@given(st.text() | st.builds(lambda a, b, c: TEXT[:a] + c + TEXT[b:], *[st.integers(0, 3000)] * 2, st.text()))
def test_any_text_is_parsed_to_a_board_or_refused_with_a_line_number(text: str) -> None:
    problems: tuple[str, ...] = ()
    try:
        board = parse_board(text, "x.toml")
    except BoardError as error:
        problems = error.problems
    else:
        assert checked(board) == board
    assert all(each.startswith("x.toml line ") for each in problems)


WORDS = re.findall(r'[^\s"]+|"', TEXT)


@given(st.data())
def test_a_description_damaged_at_random_is_parsed_to_a_board_or_refused_with_a_line_number(
    data: st.DataObject,
) -> None:
    lines = TEXT.splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["lose", "twice", "swap", "word", "end", "junk"])):
            case "lose":
                del lines[at : at + data.draw(st.integers(1, 5))]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words = lines[at].split(" ")
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(WORDS))
                lines[at] = " ".join(words)
            case "end":
                lines[at] += data.draw(st.text(max_size=5))
            case _:
                lines[at] = data.draw(st.text(max_size=20))
        lines = lines or [""]
    text = "\n".join(lines)
    try:
        parse_board(text, "x.toml")
    except BoardError as error:
        for sentence in error.problems:
            found = re.match(r"x\.toml line ([0-9]+): [^\n]+$", sentence)
            assert found, sentence
            assert 1 <= int(found[1]) <= len(text.splitlines()) + 1


def test_a_description_file_that_cannot_be_read_is_reported_by_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no\.toml: No such file"):
        read_board(tmp_path / "no.toml")
    (tmp_path / "bad.toml").write_bytes(b"\x81")
    with pytest.raises(UsageError, match="not a text in UTF-8"):
        read_board(tmp_path / "bad.toml")


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.title)
def test_the_power_budget_of_every_supplied_board_leaves_a_reserve(board: Any) -> None:
    total = sum(amperes for _, amperes, _ in budget(board))
    assert 1.1 * total <= board.supply.amperes
    assert board.supply.fuse < len(board.lights.holes) * board.lights.part.white


def test_the_power_budget_counts_sixty_milliamperes_for_each_led() -> None:
    assert len(DIRECT.lights.holes) * DIRECT.lights.part.white == pytest.approx(6.72)


def test_a_current_above_the_pins_limit_needs_a_regulator() -> None:
    assert not needs_regulator(DIRECT)
    assert needs_regulator(PICO)
    assert not needs_regulator(PEGS), "5 V sensors take nothing from 3.3 V"


def test_a_pico_may_read_the_sensors_while_the_pi_drives_the_lights() -> None:
    split = replace(PICO, lights=replace(PICO.lights, driver="spi", pin=10))
    assert checked(split) == split


def test_a_fault_in_a_word_that_cannot_be_located_is_reported_at_the_line_of_its_setting() -> None:
    lines = Lines('[sensors]\nholes = "A0 A1"')
    assert lines.of(("sensors", 0, "holes"), 1) == 2
    assert lines.of(("sensors", 0, "holes"), 7) == 2
