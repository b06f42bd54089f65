"""Tests of the builder's documents: sizes are measured in the files, and every item is there exactly once."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.layout import MOST_ARMS, Shape
from hardware.parts.catalogue import HALLS
from hardware.parts.mcp23017 import ExpanderBank
from hardware.parts.part import Wire
from hardware.parts.pico import PicoBank
from tests.examples import examples, some
from tests.wiring.boards import ALL, ANALOG, DIRECT, PEGS, PICO
from wiring import papers
from wiring.checks import budget
from wiring.description import Button, Connector, Description, Pieces
from wiring.errors import BuildError
from wiring.new_board import Choices, new_board
from wiring.papers import drawings, lists
from wiring.papers.build import build, documents
from wiring.papers.drawings import dxf
from wiring.papers.labels import MM, wire_labels
from wiring.papers.lists import materials
from wiring.papers.schematic import harness, segment
from wiring.papers.template import EDGE, SHEETS, overlap, sheet_name, template, tiles, used
from wiring.papers.wires import wires

pypdfium2: Any = import_module("pypdfium2")
BOARDS = pytest.mark.parametrize("board", ALL, ids=lambda board: board.title)
EVEN, ODD = (
    pytest.mark.parametrize("board", some(ALL, 5, first), ids=lambda board: board.title) for first in (0, 1)
)
"""The boards with even and with odd index; both have all boards with `--all-scenarios`."""

NUMBER = r"(-?[0-9.]+)"


def pages(data: bytes) -> list[str]:
    """The drawing operators of each page of an uncompressed PDF of reportlab."""
    streams = re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL)
    return [stream.decode("latin-1") for stream in streams if b" re" in stream]


def black_circles(page: str) -> list[tuple[float, float, float]]:
    """(x, y, diameter), in millimetres on the page, of every circle drawn in black."""
    found, grey = [], 0.0
    operators = re.compile(rf"{NUMBER} G\s|n\s+{NUMBER} {NUMBER} m\s+((?:(?:-?[0-9.]+\s+){{6}}c\s*){{4}})")
    for match in operators.finditer(page):
        if match[1] is not None:
            grey = float(match[1])
        elif match[4] is not None and grey == 0:
            numbers = [float(n) for n in re.findall(r"-?[0-9.]+", match[4])]
            xs, ys = [float(match[2]), *numbers[4::6]], [float(match[3]), *numbers[5::6]]
            wide, tall = max(xs) - min(xs), max(ys) - min(ys)
            assert wide == pytest.approx(tall, abs=0.01)
            found.append(((max(xs) + min(xs)) / 2 / MM, (max(ys) + min(ys)) / 2 / MM, wide / MM))
    return found


def measured(board: Description, sheet: str) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """The places of holes and of lights on the board, measured on all sheets, overlapped at the crosses."""
    data, count = template(board, sheet)
    cut, drawn = tiles(board, sheet), pages(data)
    assert len(drawn) == count == 1 + len(used(board, cut))
    edge = EDGE + overlap(board)
    holes, lights = [], []
    for page, (column, row) in zip(drawn[1:], used(board, cut), strict=True):
        left = edge + (SHEETS[sheet][0] - 2 * edge - cut.width) / 2 - column * cut.width
        top = SHEETS[sheet][1] - edge + row * cut.height
        for x, y, size in black_circles(page):
            if size == pytest.approx(board.drill.hole, abs=0.01):
                holes.append((x - left, top - y))
            else:
                assert size == pytest.approx(board.drill.light, abs=0.01)
                lights.append((x - left, top - y + board.drill.offset))
    return holes, lights


@ODD
@pytest.mark.parametrize("sheet", SHEETS)
def test_every_hole_on_the_template_has_its_place_and_width(board: Description, sheet: str) -> None:
    expected = sorted(board.places)
    for drawn in measured(board, sheet):
        assert len(drawn) == len(expected)
        left = list(drawn)
        for hole in expected:
            nearest = min(left, key=lambda each: math.dist(each, hole))
            assert math.dist(nearest, hole) < 0.02
            left.remove(nearest)


@examples(10)
@given(
    st.integers(3, 8),
    st.sampled_from(["polygon", "cross", "paddles"]),
    st.sampled_from([10.0, 12.7, 25.4, 40.0]),
    st.sampled_from(["marbles", "pegs"]),
)
def test_a_template_of_any_size_shows_every_hole_once_and_completely(
    sides: int, shape: Shape, pitch: float, pieces: Pieces
) -> None:
    assume(shape != "cross" or sides <= MOST_ARMS)
    board = new_board(Choices(sides=sides, shape=shape, pitch=pitch, pieces=pieces))
    holes, lights = measured(board, "a4")
    assert len(holes) == len(lights) == 28 * sides
    assert overlap(board) >= board.drill.hole / 2


def test_a_ruler_of_a_hundred_millimetres_is_on_every_sheet() -> None:
    for page in pages(template(DIRECT, "a4")[0]):
        lines = re.findall(rf"n\s+{NUMBER} {NUMBER} m\s+{NUMBER} {NUMBER} l\s+S", page)
        long = [abs(float(c) - float(a)) / MM for a, b, c, d in lines if b == d]
        assert any(length == pytest.approx(100, abs=0.01) for length in long)


@BOARDS
def test_every_hole_is_named_once_on_the_template_and_every_sheet_has_its_name(board: Description) -> None:
    pdf = pypdfium2.PdfDocument(template(board, "a4")[0])
    words = Counter(word for page in pdf for word in page.get_textpage().get_text_bounded().split())
    names = [board.names.name(hole) for hole in range(board.names.holes)]
    sheets = {sheet_name(*place) for place in used(board, tiles(board, "a4"))}
    for name in names:
        # The name of a sheet is on the map and on the sheet.
        assert words[name] == 1 + 2 * (name in sheets), name
    pdf.close()


@BOARDS
def test_the_dxf_drawing_has_no_error_and_has_every_bore(board: Description) -> None:
    drawing = ezdxf.read(io.StringIO(dxf(board)))  # type: ignore[attr-defined]
    audit = drawing.audit()
    assert not audit.errors
    assert not audit.fixes
    assert drawing.units == 4
    space, height = drawing.modelspace(), board.size[1]
    for layer, size, up in (
        ("HOLES", board.drill.hole, 0.0),
        ("LIGHTS", board.drill.light, board.drill.offset),
    ):
        circles = space.query(f'CIRCLE[layer=="{layer}"]')
        where = [(c.dxf.center.x, height - c.dxf.center.y + up) for c in circles]
        assert {round(2 * c.dxf.radius, 6) for c in circles} == {size}
        assert all(math.dist(a, b) < 0.001 for a, b in zip(where, board.places, strict=True))
    lines: list[Any] = list(space.query("LWPOLYLINE"))
    pieces = [[(x, height - y) for x, y in line.get_points("xy")] for line in lines]
    assert len(pieces) == len(board.wood)
    for drawn, wood in zip(pieces, board.wood, strict=True):
        assert all(math.dist(a, b) < 0.001 for a, b in zip(drawn, wood, strict=True))
    names = Counter(text.dxf.text for text in space.query('TEXT[layer=="NAMES"]'))
    assert names == Counter(board.names.name(hole) for hole in range(board.names.holes))


def written(svg: str, kind: str) -> Counter[str]:
    root = ElementTree.fromstring(svg)
    return Counter(each.text or "" for each in root.iter() if each.get("class") == kind)


@BOARDS
def test_every_wire_has_a_unique_name_and_is_in_the_wire_list_once(board: Description) -> None:
    names = [wire.name for wire in wires(board)]
    assert len(names) == len(set(names))
    rows = list(csv.DictReader(io.StringIO(lists.wires_csv(board))))
    assert [row["wire"] for row in rows] == names
    assert lists.wires_md(board).count("\n| ☐") == len(names)


@BOARDS
def test_every_hole_and_every_led_is_wired_once(board: Description) -> None:
    ends = Counter(end for wire in wires(board) for end in wire.ends)
    for hole in range(board.names.holes):
        assert ends[f"sensor {board.names.name(hole)} OUT"] == 1
        led = f"LED {board.lights.holes.index(hole)} ({board.names.name(hole)}) DIN"
        assert ends[led] == 1
    assert sum(wire.name[0] == "W" for wire in wires(board)) == board.names.holes
    assert all(wire.length > 0 for wire in wires(board))


@BOARDS
def test_every_connector_pin_and_wire_is_drawn_once(board: Description) -> None:
    drawn = drawings.connectors(board)
    assert written(drawn, "connector") == Counter(each.name for each in board.connectors)
    sensors = [w.name for w in wires(board) if w.name[0] == "W" or w.name[:2] in ("V-", "G-")]
    assert written(drawn, "wire") == Counter(sensors)
    goes = written(drawn, "goes")
    assert all(goes[f"sensor {board.names.name(hole)}"] == 1 for hole in board.channels if hole is not None)
    trunk = harness(board)
    rest = {wire.name for wire in wires(board)} - set(sensors)
    assert all(count == 1 and name in rest for name, count in written(trunk, "wire").items())
    assert set(written(trunk, "chip")) - {"watch"} == {each.name for each in board.connectors}


@BOARDS
def test_the_parts_list_has_the_switching_fields_of_digital_sensors_and_their_data_sheet(
    board: Description,
) -> None:
    part, document = HALLS[board.part], lists.materials_md(board)
    fields = f"is on at {part.operate:g} mT and may stay on at {part.release:g} mT"
    assert (f"{fields}: compare these figures with {part.sheet}." in document) == (part.poles != "analog")


Box = tuple[float, float, float, float]


def boxes(svg: str) -> Iterator[tuple[str, Box]]:
    """Each shape of a drawing as (text or kind, box); texts are assumed as wide as in DejaVu Sans."""
    for each in list(ElementTree.fromstring(svg).iter())[
        3:
    ]:  # Skip the drawing's root, title and background.
        number = {key: float(value) for key, value in each.items() if re.fullmatch(NUMBER, value)}
        half = number.get("stroke-width", 0.0) / 2
        if (text := each.text) and "font-size" in number:
            width = (0.68 if each.get("font-weight") else 0.58) * len(text) * number["font-size"]
            left = (
                number["x"]
                - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[each.get("text-anchor", "start")]
            )
            yield text, (left, number["y"] - 0.7 * number["font-size"], left + width, number["y"])
        elif each.tag.endswith("circle"):
            x, y, r = number["cx"], number["cy"], number["r"] + half
            yield "circle", (x - r, y - r, x + r, y + r)
        elif each.tag.endswith("rect"):
            x, y = number["x"], number["y"]
            yield "rect", (x - half, y - half, x + number["width"] + half, y + number["height"] + half)
        elif points := each.get("points"):
            xs, ys = zip(*(map(float, point.split(",")) for point in points.split()), strict=True)
            yield "line", (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@ODD
@pytest.mark.parametrize("drawing", [drawings.connectors, drawings.led_order, harness, segment])
def test_the_wiring_drawings_are_not_cut_off_and_their_texts_do_not_overlap(
    board: Description, drawing: Callable[[Description], str]
) -> None:
    svg = drawing(board)
    root = ElementTree.fromstring(svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    found = list(boxes(svg))
    for what, (left, top, right, bottom) in found:
        assert left >= 0, what
        assert top >= 0, what
        assert right <= width, what
        assert bottom <= height, what
    texts = [(what, box) for what, box in found if what not in ("circle", "rect", "line")]
    for (what, one), (other, two) in itertools.combinations(texts, 2):
        assert apart(one, two), f"{what!r} lies on {other!r}"


@BOARDS
def test_in_the_wiring_diagram_the_name_of_a_chip_is_inside_its_box(board: Description) -> None:
    found = list(boxes(harness(board)))
    columns = [box for what, box in found if what == "rect"]
    for what, (left, _, right, bottom) in found:
        if re.fullmatch(r"S\d+|watch", what):
            assert any(box[0] < left and right < box[2] and box[1] < bottom < box[3] for box in columns), what


@BOARDS
def test_every_led_is_drawn_once_in_the_wiring_diagram(board: Description) -> None:
    leds = written(drawings.led_order(board), "led")
    assert leds == Counter(str(led) for led in range(len(board.lights.holes)))


@BOARDS
def test_every_long_wire_has_one_label(board: Description) -> None:
    data, count = wire_labels(board)
    pdf = pypdfium2.PdfDocument(data)
    assert len(pdf) == count
    lines = Counter(line for page in pdf for line in page.get_textpage().get_text_bounded().split("\r\n"))
    pdf.close()
    for wire in wires(board):
        # The label of a bus also has the name of its feed.
        begins = sum(other.ends[0] == wire.name for other in wires(board))
        assert lines[wire.name] == (1 if wire.labelled else 0) + begins, wire


@BOARDS
def test_the_power_budget_and_the_parts_list_are_complete(board: Description) -> None:
    power, items = lists.power_md(board), budget(board)
    assert all(f"| {what} | {amperes:.2f} A | {reckoned} |" in power for what, amperes, reckoned in items)
    assert f"| together | {sum(amperes for _, amperes, _ in items):.2f} A |" in power
    assert "full white" in power
    rows = list(csv.reader(io.StringIO(lists.materials_csv(board))))
    assert [tuple(row) for row in rows[1:]] == [each.row for each in materials(board)]
    assert all(each.count > 0 for each in materials(board))
    (stripboards,) = (each.count for each in materials(board) if each.what.startswith("stripboard"))
    assert 4 * (stripboards - 1) < board.bank.chip_count(board) <= 4 * stripboards
    assert lists.materials_md(board).count("\n|") == len(rows) + 1


def test_the_schematic_shows_the_chip_of_the_board() -> None:
    assert "74HC165" in segment(DIRECT)
    assert "10 kOhm to 3.3 V" in segment(DIRECT)
    assert "MCP23017" in segment(PEGS)
    assert "own pull-ups" in segment(PEGS)
    assert "CD74HC4067" in segment(ANALOG)
    assert "no pull-ups" in segment(ANALOG)


def test_optional_parts_of_a_board_are_in_the_wire_list() -> None:
    some = replace(DIRECT, buzzer=26, channels=(None, *DIRECT.channels[1:]), bad_sensors=(0,))
    assert isinstance(PEGS.bank, ExpanderBank)
    calls = replace(PEGS, bank=replace(PEGS.bank, interrupt=26))
    assert any(wire.name == "BUZ" for wire in wires(some))
    assert not any(wire.name == "W000" for wire in wires(some))
    assert "no sensor: to 3.3 V" in drawings.connectors(some)
    bare = replace(
        DIRECT,
        channels=(*DIRECT.channels, *[None] * 8),
        connectors=(*DIRECT.connectors, Connector("S15", 112, 119)),
    )
    assert not any(wire.name == "V-S15" for wire in wires(bare))
    assert written(drawings.connectors(bare), "connector")["S15"] == 1
    assert any(wire.name == "INT" for wire in wires(calls))
    assert "buzzer" in lists.materials_md(some)
    dark = replace(DIRECT, lights=replace(DIRECT.lights, holes=(None, *DIRECT.lights.holes[1:])))
    assert written(drawings.led_order(dark), "led")["0"] == 0
    seated = replace(DIRECT, buttons=(Button("ok", "A", 5),))
    assert any(wire.name == "B-ok-A" for wire in wires(seated))
    assert not Wire("x", "", ("a", "b"), "red", 1, 30).labelled


def test_an_i2c_bus_is_not_drawn_in_rows_that_it_does_not_reach() -> None:
    many = new_board(Choices(sides=8, reading="expanders", part="drv5032"))
    drawn = written(harness(many), "wire")
    assert drawn == Counter(["TV", "TG", "SDA1", "SCL1", "SDA3", "SCL3"])
    assert harness(many).count(">SDA1<") == 1
    assert harness(many).count(">SDA3<") == 2


def test_the_documents_of_a_pico_board_have_the_picos_settings() -> None:
    def settings(board: Description) -> Any:
        ((_, text, _),) = board.bank.files(board)
        return json.loads(text)

    assert settings(PICO)["led_pin"] == 22
    split = replace(PICO, lights=replace(PICO.lights, driver="spi", pin=10))
    assert "led_pin" not in settings(split)
    assert settings(ANALOG)["analog"] is True
    assert isinstance(PICO.bank, PicoBank)


@EVEN
def test_all_wiring_documents_are_written_and_reproducible(board: Description, tmp_path: Path) -> None:
    made = dict(build(board, tmp_path / "out"))
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(made)
    stable = {name: data for name, data, _ in documents(board) if name != "board.dxf"}
    assert all((tmp_path / "out" / name).read_bytes() == data for name, data in stable.items())


def test_a_folder_for_documents_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match="cannot be written to"):
        list(build(DIRECT, tmp_path / "file" / "out"))


def test_a_missing_library_for_documents_is_reported_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(papers, "import_module", missing)
    with pytest.raises(BuildError, match="need reportlab, which is not installed"):
        template(DIRECT, "a4")
    with pytest.raises(BuildError, match="need ezdxf"):
        dxf(DIRECT)
    with pytest.raises(BuildError, match="make papers BOARD=FILE"):
        list(build(DIRECT, tmp_path))


def test_a_dxf_drawing_with_an_error_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        has_errors = True
        errors = (type("E", (), {"message": "a circle of no size"})(),)

    monkeypatch.setattr("ezdxf.document.Drawing.audit", lambda self: Found())
    with pytest.raises(BuildError, match="a circle of no size"):
        dxf(DIRECT)
