"""The script for KiCad, run on a stand-in for KiCad: it draws the boards of the stored files."""

from __future__ import annotations

import importlib
import json
import sys
import zipfile
from collections import Counter, defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.wiring.pcb.board_file import parse
from tests.wiring.pcb.stand_in_kicad import Kicad, drawn, mm
from tests.wiring.pcb.test_board_files import board_file
from tests.wiring.pcb.test_ready_copper import filed
from wiring.errors import BuildError
from wiring.pcb import fab
from wiring.pcb.fab import READY, ordered
from wiring.pcb.layout import Layout
from wiring.pcb.strip import strip


def script(kicad: Kicad, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, loaded with the stand-in as `pcbnew`."""
    monkeypatch.setitem(sys.modules, "pcbnew", kicad)
    monkeypatch.delitem(sys.modules, "wiring.pcb.kicad", raising=False)
    module: ModuleType = importlib.import_module("wiring.pcb.kicad")
    monkeypatch.delitem(sys.modules, "wiring.pcb.kicad")
    return module


def pads_of_footprints(text: str) -> dict[str, list[str]]:
    """The pads of each footprint that a board file uses."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in parse(text):
        if each[0] == "footprint" and each[1] and each[1] not in found:
            found[each[1]] = [child[1] for child in each if child[0] == "pad"]
    return found


def run(
    kicad: Kicad, layout: Layout, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, dict[str, Path]]:
    """The script's exit code for a layout, and the files that it wrote, by name."""
    (folder / "layout.json").write_text(layout.to_json())
    code = script(kicad, monkeypatch).main(str(folder / "layout.json"), str(folder / "out"))
    return code, {path.name: path for path in (folder / "out").rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def one() -> Layout:
    """A single strip."""
    return strip(16.0)


@pytest.fixture(scope="module")
def ready() -> str:
    """KiCad's file of a panel of strips."""
    return board_file("strip-1x5.zip")


@pytest.fixture(scope="module")
def pads(ready: str) -> dict[str, list[str]]:
    return pads_of_footprints(ready)


@pytest.mark.parametrize("kind", ["strip", "head"])
def test_kicad_draws_every_item_of_a_layout(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = ordered(kind, 16.0, 4)
    ready = board_file(f"{layout.name}.zip")
    kicad = Kicad(pads_of_footprints(ready))
    assert run(kicad, layout, tmp_path, monkeypatch)[0] == 0
    made, then = Counter(drawn(kicad.board)), Counter(filed(parse(ready)))
    assert made == then, f"new: {list(made - then)[:5]}; gone: {list(then - made)[:5]}"
    report = {"violations": 0, "unconnected": 0, "nets": 11, "parts": len(layout.placed)}
    assert json.loads(capsys.readouterr().out) == report


def test_the_copper_areas_and_letters_that_kicad_draws_have_the_sizes_of_the_stored_files(
    one: Layout, ready: str, pads: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kicad = Kicad(pads)
    run(kicad, one, tmp_path, monkeypatch)
    for zone in (part.has for part in kicad.board.parts if part.kind == "ZONE"):
        names = ("LocalClearance", "MinThickness", "ThermalReliefGap", "ThermalReliefSpokeWidth")
        clearance, least, gap, spoke = (zone[f"Set{name}"] / 1e6 for name in names)
        assert f"(connect_pads (clearance {clearance:g}))\n    (min_thickness {least:g})" in ready
        assert f"(fill (thermal_gap {gap:g}) (thermal_bridge_width {spoke:g}))" in ready
        assert zone["SetIslandRemovalMode"] == "ISLAND.REMOVAL.MODE.ALWAYS"
        assert zone["SetPadConnection"] == "ZONE.CONNECTION.THERMAL"
    for text in (part.has for part in kicad.board.parts if part.kind == "PCB_TEXT"):
        size, thick = text["SetTextSize"].x / 1e6, text["SetTextThickness"] / 1e6
        assert f"(size {size:g} {size:g}) (thickness {thick:g})" in ready
        assert text["SetLayer"] == "F.SilkS"
    for line in (part.has for part in kicad.board.parts if part.kind == "PCB_SHAPE"):
        assert (line["SetWidth"], line["SetShape"]) == (0.1e6, "SHAPE.T.SEGMENT")


def test_a_footprint_that_kicad_lacks_is_drawn_pad_by_pad_and_no_name_of_a_part_is_printed(
    one: Layout, ready: str, pads: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kicad = Kicad(pads)
    run(kicad, one, tmp_path, monkeypatch)
    parts = [part for part in kicad.board.parts if part.kind == "FOOTPRINT"]
    own = [part for part in parts if "name" not in part.has]
    assert len(own) == 6
    for pad in (pad.has for part in own for pad in part.Pads()):
        (x, y), (wide, high) = mm(pad["SetPos0"]), mm(pad["SetSize"])
        assert f'(pad "{pad["SetNumber"]}" smd rect (at {x:g} {y:g}) (size {wide:g} {high:g})' in ready
        assert pad["SetPosition"] == pad["SetPos0"]
        assert (pad["SetShape"], pad["SetAttribute"]) == ("PAD.SHAPE.RECT", "PAD.ATTRIB.SMD")
        assert pad["SetLayerSet"].kind == "SMDMask"
    assert {part.has["SetAttributes"] for part in own} == {"FP.SMD"}
    assert {part.has["library"] for part in parts if part not in own} == {
        "Resistor_SMD.pretty", "Capacitor_SMD.pretty", "Connector_JST.pretty", "Package_SO.pretty",
        "Package_TO_SOT_SMD.pretty", "MountingHole.pretty",
    }  # fmt: skip
    for part in parts:
        assert part.has["Reference"].has["SetVisible"] is part.has["Value"].has["SetVisible"] is False


def test_plotted_files_are_named_like_the_stored_files_and_contain_no_date(
    one: Layout, pads: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kicad = Kicad(pads)
    files = run(kicad, one, tmp_path, monkeypatch)[1]
    with zipfile.ZipFile(READY / "strip-1x5.zip") as archive:
        layers = {Path(name).stem.removeprefix("strip-1x5-") for name in archive.namelist()}
    layers -= {"PTH", "NPTH", "parts", "placement", "strip-1x5"}
    *plots, closed = kicad.plots
    assert closed == ("closed",)
    assert {name for name, *_ in plots} == layers
    silk, scores = "F.SilkS", "Cmts.User"
    for name, layer, form, sheet, *plotted in plots:
        assert layer == {"F_Silkscreen": silk, "V_Scores": scores}.get(name, name.replace("_", "."))
        assert (form, sheet, plotted) == ("PLOT.FORMAT.GERBER", name, ["plotted"])
        assert files[f"{name}.gbr"].read_text() == "X1Y1D02*\n"
    folder = str(tmp_path / "out" / "gerbers")
    assert kicad.options.has == {
        "SetOutputDirectory": folder, "SetUseGerberProtelExtensions": True, "SetSubtractMaskFromSilk": True,
        "SetUseGerberX2format": False, "SetIncludeGerberNetlistInfo": False,
    }  # fmt: skip
    assert kicad.drill.has == {
        "SetOptions": (False, False, (0, 0), False), "SetFormat": True,
        "CreateDrillandMapFilesSet": (folder, True, False),
    }  # fmt: skip


def test_a_drawn_board_is_saved_without_filled_areas_and_random_numbers_and_then_filled_and_checked(
    one: Layout, pads: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kicad = Kicad(pads)
    files = run(kicad, one, tmp_path, monkeypatch)[1]
    saved = files[f"{one.name}.kicad_pcb"]
    assert saved.read_text() == "(kicad_pcb (net 1))"
    board = kicad.board.has
    assert not board["filled when saved"]
    assert "BuildConnectivity" in board
    assert kicad.filled == [board["Zones"]]
    assert board["path"] == board["SetFileName"] == str(saved)
    rules = board["GetDesignSettings"]
    least = {name: value for name, value in vars(rules).items() if name.startswith("m_")}
    assert {name: round(value / 1e6, 3) for name, value in least.items()} == {
        "m_MinClearance": 0.15, "m_MaxError": 0.02, "m_CopperEdgeClearance": 0.3, "m_TrackMinWidth": 0.15,
        "m_ViasMinSize": 0.5, "m_MinThroughDrill": 0.3, "m_ViasMinAnnularWidth": 0.1, "m_HoleClearance": 0.15,
        "m_HoleToHoleMin": 0.25,
    }  # fmt: skip
    usual = rules.has["GetNetClasses"].has["GetDefault"].has
    assert usual == {"SetClearance": 150_000}


@pytest.mark.parametrize(("violations", "unconnected"), [(1, 0), (0, 2)])
def test_a_broken_design_rule_or_an_unconnected_pad_makes_drawing_fail(
    violations: int,
    unconnected: int,
    one: Layout,
    pads: dict[str, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kicad = Kicad(pads, violations, unconnected)
    assert run(kicad, one, tmp_path, monkeypatch)[0] == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["violations"], report["unconnected"]) == (violations, unconnected)


def test_a_missing_library_of_footprints_is_reported_by_name(
    one: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match=r"no footprint Package_.*kicad-footprints installed"):
        run(Kicad({}), one, tmp_path, monkeypatch)


def interpreter(folder: Path, *lines: str) -> str:
    """A program in place of the interpreter that has KiCad: it runs these lines for a layout."""
    path = folder / "python-with-kicad"
    path.write_text("\n".join(("#!/bin/sh", '[ "$1" = -c ] && exit 0', *lines, "")))
    path.chmod(0o755)
    return str(path)


def test_kicads_interpreter_gets_the_layout_and_its_report_is_returned(
    one: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = '{"violations": 1, "unconnected": 2, "nets": 3, "parts": 4}'
    program = interpreter(tmp_path, 'cp "$2" "$3/given"', 'basename "$1"', f"echo '{report}'")
    monkeypatch.setattr(fab, "KICAD_PYTHON", program)
    out = tmp_path / "out"
    assert fab.draw(one, out) == fab.Made(1, 2, 3, 4)
    assert [path.name for path in out.iterdir()] == ["given"]
    assert (out / "given").read_text() == one.to_json()


def test_a_kicad_interpreter_that_draws_nothing_is_reported_with_its_last_output(
    one: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = interpreter(tmp_path, "echo a wxWidgets  assertion >&2", "exit 1")
    monkeypatch.setattr(fab, "KICAD_PYTHON", program)
    with pytest.raises(BuildError, match=f"KiCad could not draw {one.name}: a wxWidgets assertion"):
        fab.draw(one, tmp_path / "out")
