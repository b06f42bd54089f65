"""A script that draws, checks and plots a layout with KiCad 6, run by the interpreter that has `pcbnew`.

    /usr/bin/python3 kicad.py LAYOUT.json FOLDER

The script imports nothing of ours, because jokerboard may not be installed in this interpreter. It writes
into FOLDER the board (`NAME.kicad_pcb`), the report on the design rules (`drc.txt`), and the files for a fab
(`gerbers/`). It prints one line of JSON: the numbers of violations, unconnected pads, nets and components.
The exit code is 1 if a rule is broken or a pad is unconnected.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pcbnew

LIBRARIES = Path("/usr/share/kicad/footprints")
SHIFT = 150.0
"""The x and y of the board's middle on KiCad's page, in millimetres; the page's origin is a corner."""
LAYERS = {"F": pcbnew.F_Cu, "B": pcbnew.B_Cu}
PLOTTED = (
    ("F_Cu", pcbnew.F_Cu), ("B_Cu", pcbnew.B_Cu), ("F_Mask", pcbnew.F_Mask), ("B_Mask", pcbnew.B_Mask),
    ("F_Paste", pcbnew.F_Paste), ("F_Silkscreen", pcbnew.F_SilkS), ("Edge_Cuts", pcbnew.Edge_Cuts),
    ("V_Scores", pcbnew.Cmts_User),
)  # fmt: skip
OWN = {
    "SK6812MINI-E": (
        (1.3, 0.9), (("1", 2.7, 0.75), ("2", 2.7, -0.75), ("3", -2.7, -0.75), ("4", -2.7, 0.75)),
    ),
}  # fmt: skip
"""Footprints that KiCad 6 lacks: the size of every pad, then (number, x, y) of each pad."""


def mm(value: float) -> int:
    """A length in millimetres, converted to KiCad's unit."""
    return int(pcbnew.FromMM(value))


def at(point: Any) -> Any:
    """A point of the layout, converted to a point of KiCad's page."""
    return pcbnew.wxPoint(mm(point[0] + SHIFT), mm(point[1] + SHIFT))


class Drawing:
    """A board that is drawn with KiCad and saved to `path`."""

    def __init__(self, layout: dict[str, Any], path: Path) -> None:
        self._board = pcbnew.NewBoard(str(path))
        self._path, self._layout, self._nets = path, layout, dict[str, Any]()
        _rules(self._board.GetDesignSettings())

    def draw(self) -> Any:
        """Draw and save the board; return it with the ground areas filled."""
        layout = self._layout
        for placed in layout["placed"]:
            self._place(placed)
        for track in layout["tracks"]:
            self._track(track)
        for via in layout["vias"]:
            self._via(via)
        for closed in (layout["outline"], *layout["cutouts"]):
            self._edge(closed)
        for text in layout["texts"]:
            self._text(text)
        for begin, end in layout["scores"]:
            self._line(begin, end, pcbnew.Cmts_User)
        for net, corners in layout["grounds"] or [("GND", layout["outline"])]:
            for side in LAYERS.values():
                self._fill(net, corners, side)
        board = self._board
        # Save before the areas are filled: KiCad can fill them again, and they would be most of the file.
        pcbnew.SaveBoard(str(self._path), board)
        # Random identifiers are half of the file, and KiCad makes new ones when it opens the board.
        self._path.write_text(re.sub(r" \(tstamp [0-9a-f-]+\)", "", self._path.read_text()))
        board.BuildConnectivity()
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        board.BuildConnectivity()
        return board

    def _net(self, name: str) -> Any:
        if name not in self._nets:
            self._nets[name] = pcbnew.NETINFO_ITEM(self._board, name)
            self._board.Add(self._nets[name])
        return self._nets[name]

    def _place(self, placed: dict[str, Any]) -> None:
        library, _, name = placed["component"]["footprint"].partition(":")
        made = _own(self._board, name) if library == "own" else pcbnew.FootprintLoad(
            str(LIBRARIES / f"{library}.pretty"), name
        )  # fmt: skip
        if made is None:
            sys.exit(f"KiCad has no footprint {library}:{name}; is the package kicad-footprints installed?")
        made.SetReference(placed["ref"])
        made.SetValue(placed["component"]["value"])
        self._board.Add(made)
        made.SetPosition(at(placed["at"]))
        made.SetOrientationDegrees(placed["turn"])
        made.Reference().SetVisible(False)
        made.Value().SetVisible(False)
        for pad in made.Pads():
            if net := placed["nets"].get(pad.GetNumber()):
                pad.SetNet(self._net(net))

    def _track(self, track: dict[str, Any]) -> None:
        for begin, end in zip(track["points"], track["points"][1:], strict=False):
            piece = pcbnew.PCB_TRACK(self._board)
            piece.SetStart(at(begin))
            piece.SetEnd(at(end))
            piece.SetWidth(mm(track["width"]))
            piece.SetLayer(LAYERS[track["side"]])
            piece.SetNet(self._net(track["net"]))
            self._board.Add(piece)

    def _via(self, via: dict[str, Any]) -> None:
        hole = pcbnew.PCB_VIA(self._board)
        hole.SetPosition(at(via["at"]))
        hole.SetDrill(mm(0.3))
        hole.SetWidth(mm(0.5))
        hole.SetNet(self._net(via["net"]))
        self._board.Add(hole)

    def _edge(self, corners: Any) -> None:
        for begin, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self._line(begin, end, pcbnew.Edge_Cuts)

    def _line(self, begin: Any, end: Any, layer: Any) -> None:
        line = pcbnew.PCB_SHAPE(self._board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(at(begin))
        line.SetEnd(at(end))
        line.SetLayer(layer)
        line.SetWidth(mm(0.1))
        self._board.Add(line)

    def _text(self, text: dict[str, Any]) -> None:
        letters = pcbnew.PCB_TEXT(self._board)
        letters.SetText(text["text"])
        letters.SetPosition(at(text["at"]))
        letters.SetLayer(pcbnew.F_SilkS)
        letters.SetTextSize(pcbnew.wxSize(mm(text["size"]), mm(text["size"])))
        letters.SetTextThickness(mm(0.15 * text["size"]))
        self._board.Add(letters)

    def _fill(self, net: str, corners: Any, side: Any) -> None:
        zone = pcbnew.ZONE(self._board)
        zone.SetLayer(side)
        zone.SetNet(self._net(net))
        zone.SetLocalClearance(mm(0.2))
        zone.SetMinThickness(mm(0.2))
        zone.SetThermalReliefGap(mm(0.2))
        zone.SetThermalReliefSpokeWidth(mm(0.3))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        outline = zone.Outline()
        outline.NewOutline()
        for corner in corners:
            place = at(corner)
            outline.Append(place.x, place.y)
        self._board.Add(zone)


def _rules(settings: Any) -> None:
    """Set design rules that fabs accept without extra cost: 0.15 mm copper and gaps, vias of 0.3 in 0.5
    mm.
    """
    settings.m_MinClearance = mm(0.15)
    settings.m_MaxError = mm(
        0.02
    )  # A larger error means fewer points in curves; ground keeps a distance of 0.2 mm, and 0.15 is enough.
    settings.m_CopperEdgeClearance = mm(0.3)
    settings.m_TrackMinWidth = mm(0.15)
    settings.m_ViasMinSize = mm(0.5)
    settings.m_MinThroughDrill = mm(0.3)
    settings.m_ViasMinAnnularWidth = mm(0.1)
    settings.m_HoleClearance = mm(0.15)
    settings.m_HoleToHoleMin = mm(0.25)
    settings.GetNetClasses().GetDefault().SetClearance(mm(0.15))


def _own(board: Any, name: str) -> Any:
    (width, height), pads = OWN[name]
    made = pcbnew.FOOTPRINT(board)
    for number, x, y in pads:
        pad = pcbnew.PAD(made)
        pad.SetNumber(number)
        pad.SetShape(pcbnew.PAD_SHAPE_RECT)
        pad.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
        pad.SetLayerSet(pad.SMDMask())
        pad.SetSize(pcbnew.wxSize(mm(width), mm(height)))
        pad.SetPos0(pcbnew.wxPoint(mm(x), mm(y)))
        pad.SetPosition(pcbnew.wxPoint(mm(x), mm(y)))
        made.Add(pad)
    made.SetAttributes(pcbnew.FP_SMD)
    return made


def plot(board: Any, folder: Path) -> None:
    """Write the files for a fab: a Gerber file for each layer, and the drill files."""
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseGerberProtelExtensions(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetUseGerberX2format(False)
    options.SetIncludeGerberNetlistInfo(False)
    for name, layer in PLOTTED:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    for file in folder.iterdir():  # Lines with a date would make the files differ each time.
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(line for line in lines if not _DATED.search(line)))


_DATED = re.compile(r"CreationDate|Created by|; DRILL file|TF\.Creation")


def main(layout_file: str, into: str) -> int:
    """Draw, check and plot the layout in a file into the folder `into`; return the exit code."""
    layout, folder = json.loads(Path(layout_file).read_text()), Path(into)
    gerbers = folder / "gerbers"
    gerbers.mkdir(parents=True, exist_ok=True)
    path = folder / f"{layout['name']}.kicad_pcb"
    board = Drawing(layout, path).draw()
    board.SetFileName(str(path))  # KiCad names the plots after the board's file.
    report = folder / "drc.txt"
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    plot(board, gerbers)
    broken = int(re.search(r"Found (\d+) DRC violations", report.read_text()).group(1))  # type: ignore[union-attr]
    loose = board.GetConnectivity().GetUnconnectedCount()
    nets = board.GetNetCount() - 1
    print(
        json.dumps({"violations": broken, "unconnected": loose, "nets": nets, "parts": len(layout["placed"])})
    )
    return int(bool(broken or loose))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
