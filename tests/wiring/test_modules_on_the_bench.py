"""Tests of setup and doctor with a board of modules: broken links, exchanged cables, bad parts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from engine.geometry import board
from hardware.parts.hc165.linked_modules import LinkFault
from hardware.parts.pico import PicoBank
from jokerboard.cli.main import main
from jokerboard.host.errors import UsageError
from tests.programs import printed, refused
from tests.wiring.test_board_of_modules import MODULES
from wiring.bringup.diagnosis import findings
from wiring.bringup.found_modules import module_findings
from wiring.bringup.hole_check import COLOUR, DARK, NOTHING, STAYS, WEAK, Answers
from wiring.bringup.setup_file import as_described
from wiring.bringup.simulated_board import Wires, exchanged, joined
from wiring.bringup.terminal import Keyboard
from wiring.bringup.wire_finder import Found
from wiring.description import bench_board
from wiring.parse import read_board
from wiring.pcb.modules import BITS, modules

BOARD = read_board(MODULES)
NAMES = board(4)


def found(wires: Wires, without: tuple[int, ...] = ()) -> Found:
    """The result of setup with these wires; the sensors of the holes in `without` are bad."""
    channels: list[int | None] = [None] * len(BOARD.channels)
    for hole, channel in enumerate(wires.channel_of):
        channels[channel] = None if hole in without else hole
    return Found(tuple(channels), wires.hole_of, without, ())


def faults(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    """The output of doctor on a simulated board of modules, with `args` such as faults."""
    assert main(["doctor", str(MODULES), "--straight", "--seconds", "1", *map(str, args)]) == 1
    return capsys.readouterr().out


def test_doctor_finds_nothing_on_a_board_of_modules_without_faults(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert printed(capsys, "doctor", MODULES, "--straight", "--seconds", 1) == ["Nothing is wrong."]


@pytest.mark.parametrize("fault", LinkFault)
def test_doctor_reports_the_broken_link_between_modules(
    fault: LinkFault, capsys: pytest.CaptureFixture[str]
) -> None:
    output = faults(capsys, "--fault", f"cable-{fault.value}:B12")
    named = "strip 1 of side B (B0-B5)" if fault.hits_side else "strip 3 of side B (B12-B17)"
    assert output.startswith(f"- {named} does not answer: look at its cable from ")


def test_simulating_a_fault_of_a_cable_on_a_hand_wired_board_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    by_hand = MODULES.with_name("4-players-pico.toml")
    assert "a cable fault needs a board of modules" in refused(
        capsys, "doctor", by_hand, "--straight", "--fault", "cable-unplugged:B12"
    )


@pytest.mark.parametrize(
    ("hole", "answer", "sensor", "sentence"),
    [
        (
            "A7",
            DARK,
            False,
            "the light of A7 is dark .*: the LEDs after it shine.*: change strip 2 of side A, then",
        ),
        (
            "Ah2",
            COLOUR,
            False,
            "another colour .*: change the lane of side A, then jokerboard setup FILE --redo",
        ),
        ("B3", "B4", False, "the light of B3 shines in B4 .*: the cables join the modules in another order"),
        (
            "C14",
            NOTHING,
            True,
            "C14 senses nothing .*north pole is down.*else change strip 3 of side C, then",
        ),
        ("C14", WEAK, True, "C14 hardly senses .*screws hold strip 3 of side C flat"),
        ("Ds2", STAYS, True, "Ds2 still reports .*else change the START tile of side D"),
    ],
)
def test_a_remedy_for_a_board_of_modules_names_the_module_and_no_wire(
    hole: str, answer: str, sensor: bool, sentence: str
) -> None:
    at = {NAMES.hole(hole): answer}
    fine = dict.fromkeys(range(112), "fine")
    answers = Answers(fine, at) if sensor else Answers(fine | at, {})
    [text] = [str(each) for each in findings(BOARD, answers)]
    assert re.search(sentence, text), text
    assert "wire" not in text


def test_lights_dark_from_a_modules_first_light_on_are_a_cable_fault_else_a_module_fault() -> None:
    order = [hole for hole in BOARD.lights.holes if hole is not None]
    for first, sentence in (
        ("A0", "no LED shines: measure 5 V at the head board's terminal"),
        (
            "B0",
            "look at its cable from the head board, and the cable to the head board from strip 3 of side A",
        ),
        ("B8", "the data ends between LED 47 in B7 and LED 48 in B8: change strip 2 of side B"),
    ):
        dark = order[order.index(NAMES.hole(first)) :]
        answers = Answers({hole: DARK if hole in dark else "fine" for hole in order}, {})
        [text] = [str(each) for each in findings(BOARD, answers)]
        assert sentence in text, text


def test_a_module_that_senses_nothing_is_reported_with_its_fuse() -> None:
    silent = [NAMES.hole(f"B{at}") for at in range(6)]
    [text] = [str(each) for each in findings(BOARD, Answers({}, dict.fromkeys(silent, NOTHING)))]
    assert text.startswith(
        "no sensor of strip 1 of side B senses anything: are the magnets' north poles down?"
    )
    assert "fuse F2 on the head board feeds side B" in text


def test_the_description_for_testing_one_module_has_only_this_module() -> None:
    bench = bench_board(BOARD)
    assert [each.name for each in bench.tied_chips] == ["strip 1 of side A (A0-A5)"]
    assert '"channels": 8,' in PicoBank().settings(bench)


def test_cables_in_the_right_order_give_no_finding() -> None:
    assert module_findings(BOARD, as_described(BOARD).found) == ()
    bad = (NAMES.hole("A3"), NAMES.hole("Bs1"))
    assert module_findings(BOARD, found(joined(BOARD, range(20)), bad)) == ()


def test_exchanged_cables_are_reported_with_their_plugs() -> None:
    wires = joined(BOARD, [*range(5), *range(10, 15), *range(5, 10), *range(15, 20)])
    mistakes = module_findings(BOARD, found(wires, (40,)))
    assert [each.what for each in mistakes] == [
        "the cable from plug 2 of the head board leads to strip 1 of side C, not to strip 1 of side B",
        "the cable from plug 3 of the head board leads to strip 1 of side B, not to strip 1 of side C",
    ]
    assert {each.remedy for each in mistakes} == {"join the modules as cables.csv lists them"}


def test_modules_joined_in_the_wrong_order_are_reported_with_their_cables() -> None:
    order = [0, 3, 4, 1, 2, *range(5, 20)]
    assert [each.what for each in module_findings(BOARD, found(joined(BOARD, order)))] == [
        "the cable from strip 1 of side A leads to strip 2 of side A, not to the lane of side A",
        "the cable from strip 3 of side A leads to the lane of side A, not to strip 2 of side A",
    ]


def test_a_module_the_wrong_way_round_is_reported() -> None:
    wires = joined(BOARD, range(20))
    strip = modules(4, 16.0, "polygon")[3]
    at = dict(zip(strip.holes, reversed(strip.holes), strict=True))
    turned = Wires(tuple(wires.channel_of[at.get(hole, hole) or 0] for hole in range(112)), wires.hole_of)
    assert [str(each) for each in module_findings(BOARD, found(turned))] == [
        "strip 2 of side A lies the wrong way round: unscrew it and turn it by half a turn"
    ]


def test_answers_that_no_cable_explains_are_listed_by_hole() -> None:
    wires = joined(BOARD, range(20))
    at = list(wires.channel_of)
    at[0], at[30] = at[30], at[0]
    texts = [each.what for each in module_findings(BOARD, found(Wires(tuple(at), wires.hole_of)))]
    assert sorted(texts) == [
        "the sensor of A0 is where the sensor of B12 should be",
        "the sensor of B12 is where the sensor of A0 should be",
    ]


def test_a_seed_exchanges_the_five_modules_of_two_sides() -> None:
    order = exchanged(BOARD, 5)
    assert sorted(order) == list(range(20))
    assert sum(at != number for at, number in enumerate(order)) == 2 * 5


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_bytes(MODULES.read_bytes())
    return file


def test_setup_reports_exchanged_sides_keeps_the_description_and_forgets_its_answers(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = mine.read_bytes()
    assert main(["setup", str(mine), "--twin", "3"]) == 1
    output = capsys.readouterr().out
    assert "- the cable from plug " in output
    assert "is unchanged. Rearrange the modules; then jokerboard setup " in output
    assert mine.read_bytes() == before
    assert not mine.with_name("mine.toml.setup").exists()


def test_setup_reports_which_module_to_change_and_writes_the_bad_parts_into_the_description(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("wiring.bringup.simulated_board.exchanged", lambda board, _: range(20))
    assert main(["setup", str(mine), "--twin", "3", "--dead", "2"]) == 1
    output = capsys.readouterr().out
    assert "112 holes, with the wires of the modules" in output
    assert "is bad: change " in output
    kept = read_board(mine)
    assert len(kept.bad_sensors) == len(kept.bad_lights) == 2
    assert sum(hole is not None for hole in kept.channels) == 110
    assert BITS * len(kept.tied_chips) == len(kept.channels)


def test_modules_on_spi_1_are_refused_and_modules_on_spi_0_are_accepted(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = mine.read_text(encoding="utf-8")
    begin, end = text.index('driver = "pico"'), text.index("[lights]")
    for port, right in (("spi1", False), ("spi0", True)):
        chain = f'driver = "hc165"\npart = "drv5023"\nport = "{port}"\nload = 25\n\n'
        lit = text[end:].replace('driver = "pico"\npin = 22', 'driver = "ws281x"\npin = 18')
        mine.write_text(text[:begin] + chain + lit, encoding="utf-8")
        assert main(["wiring", "check", str(mine)]) == (0 if right else 2)
        assert ("CLK INH of the modules is on ground" in capsys.readouterr().err) is not right


def test_answers_redirected_from_a_file_are_refused_with_the_advice_to_use_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answers").write_text("n\n")

    async def talk() -> None:
        async with Keyboard():
            pass

    with (tmp_path / "answers").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        with pytest.raises(UsageError, match="or use a pipe: cat FILE"):
            asyncio.run(talk())
