"""Tests of an order: it has every file that a fab needs, and a board that modules cannot form is refused."""

from __future__ import annotations

import re
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.examples import whole
from tests.programs import printed, refused
from tests.wiring.boards import READY
from tests.wiring.pcb.board_file import pads
from wiring.errors import BuildError, ModuleError
from wiring.pcb import fab
from wiring.pcb.fab import ordered, sheet
from wiring.pcb.order_papers import cables_csv, lines, write_order

FOUR = next(path for path in READY if path.name == "4-players-pico.toml")


def test_an_order_is_one_folder_with_a_zip_for_each_kind_of_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "wiring", "order", FOUR, "--out", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "order.md", "cables.csv", "strip-1x5-16mm.zip", "strip-1x5-16mm-sheet.svg", "start_tile-2x2-16mm.zip",
        "start_tile-2x2-16mm-sheet.svg", "head-4.zip", "head-4-sheet.svg",
    }  # fmt: skip
    assert len(out) == 8
    text = (tmp_path / "order.md").read_text()
    assert "Nobody has ordered these boards yet." in text
    assert "| strip-1x5 | 16 | 5 | 4 |" in text
    assert "| hours, estimated | 7 | 25 |" in text


def test_an_order_for_a_board_that_modules_cannot_form_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "cross.toml"
    assert printed(capsys, "wiring", "new", board, "--yes", "--shape", "cross")
    assert "modules cannot form a cross" in refused(
        capsys, "wiring", "order", board, "--out", tmp_path / "order"
    )
    assert not (tmp_path / "order").exists()
    with pytest.raises(ModuleError, match=r"15\.5 to 20 mm, not 12"):
        next(write_order("small", 4, 12.0, "polygon", tmp_path / "order"))


def test_an_order_with_a_pitch_for_which_no_files_are_stored_requires_kicad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fab, "KICAD_PYTHON", "/nowhere/python3")
    with pytest.raises(BuildError, match=r"KiCad is not installed.*apt install"):
        list(write_order("wide", 4, 17.0, "polygon", tmp_path))


def test_an_order_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BuildError, match="cannot write into"):
        list(write_order("mine", 4, 16.0, "polygon", tmp_path / "file"))


@pytest.mark.parametrize("sides", range(4, 9))
def test_the_panels_of_an_order_have_at_least_the_boards_that_are_needed(sides: int) -> None:
    found = {line.name: line for line in lines(sides, 16.0, "polygon")}
    assert found["strip-1x5"].needed == 4 * sides <= 5 * found["strip-1x5"].fitted
    assert found["start_tile-2x2"].needed == sides <= 4 * found["start_tile-2x2"].fitted
    assert all(line.euros > 0 and line.panels >= line.fitted for line in found.values())


def test_no_plug_of_a_module_or_of_the_head_board_has_two_cables() -> None:
    rows = [line.split(",") for line in cables_csv(4, 16.0, "polygon").splitlines()[1:]]
    assert len(rows) == len({row[1] for row in rows}) == len({row[2] for row in rows}) == 4 * 6 - 1


@pytest.mark.parametrize("kind", ["strip", "start_tile", "head"])
def test_the_sheet_of_a_panel_marks_the_first_pin_of_every_part_that_is_ordered(kind: str) -> None:
    layout = ordered(kind, 16.0, 4)
    drawing = sheet(layout)
    ElementTree.fromstring(drawing)
    count = sum(bool(each.component.number) for each in layout.placed)
    assert len(re.findall("<circle", drawing)) == count


def kicad_missing() -> bool:
    """Whether KiCad's interpreter is missing, or has no KiCad."""
    command = [fab.KICAD_PYTHON, "-c", "import pcbnew"]
    return not Path(fab.KICAD_PYTHON).exists() or bool(
        subprocess.run(command, capture_output=True, check=False).returncode
    )


@pytest.mark.skipif(not whole(), reason="KiCad draws for a minute: `make test-all`")
@pytest.mark.skipif(
    whole() and kicad_missing(),
    reason="KiCad is not installed: apt install --no-install-recommends kicad kicad-footprints",
)
class TestKicad:
    @pytest.mark.parametrize("pitch", [15.5, 16.0, 20.0])
    @pytest.mark.parametrize("kind", ["strip", "start_tile"])
    def test_kicad_finds_no_broken_design_rule_in_the_modules(
        self, kind: str, pitch: float, tmp_path: Path
    ) -> None:
        from wiring.pcb.start_tile import start_tile
        from wiring.pcb.strip import strip

        made = fab.draw((strip if kind == "strip" else start_tile)(pitch), tmp_path)
        assert (made.violations, made.unconnected) == (0, 0)

    @pytest.mark.parametrize("net", ["CLK", "QH", "S2", "L6"])
    def test_kicad_reports_a_short_between_two_nets(self, net: str, tmp_path: Path) -> None:
        from wiring.pcb.strip import strip

        layout = strip(16.0)
        one = next(via.at for via in layout.vias if via.net == net)
        other = next(via.at for via in layout.vias if via.net == "5V")
        layout.track(net, "F", 0.2, one, other)
        assert fab.draw(layout, tmp_path).violations > 0

    def test_the_stored_files_of_the_head_board_are_those_that_kicad_draws_now(self, tmp_path: Path) -> None:
        layout = ordered("head", 16.0, 4)
        fab.draw(layout, tmp_path)
        with zipfile.ZipFile(fab.READY / "head-4.zip") as ready:
            made = {path.name: path.read_bytes() for path in (tmp_path / "gerbers").iterdir()} | fab.lists(
                layout
            )
            assert {name: ready.read(name) for name in made} == made
            # KiCad writes the parts of a board file in a different order each time.
            board = ready.read("head-4.kicad_pcb").decode()
        assert {*pads(board)} == {*pads((tmp_path / "head-4.kicad_pcb").read_text())}
