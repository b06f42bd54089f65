"""A stand-in for KiCad's `pcbnew`: it keeps what a script draws, and writes the files that the script reads.

Each object keeps the last arguments of each of its methods in `has`, by the method's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

DATED = "%TF.CreationDate,2026-11-29T10:00:00+00:00*%\n"
"""A line of a plot that differs with every drawing."""


class Pair(NamedTuple):
    """A point or a size in KiCad's unit, nanometres."""

    x: int
    y: int


class Thing:
    """An object of KiCad: a board, a track, a pad, the options of a plot."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.has: dict[str, Any] = {}
        self.parts: list[Thing] = []

    def Add(self, part: Thing) -> None:  # noqa: N802
        self.parts.append(part)

    def Pads(self) -> list[Thing]:  # noqa: N802
        return [part for part in self.parts if part.kind == "PAD"]

    def GetNumber(self) -> str:  # noqa: N802
        return str(self.has["SetNumber"])

    def Append(self, *corner: int) -> None:  # noqa: N802
        self.has.setdefault("corners", []).append(Pair(*corner))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            if not given:
                return self.has.setdefault(name, Thing(name))
            self.has[name] = given[0] if len(given) == 1 else given
            return None

        return call


class Kicad:
    """The module `pcbnew`; `pads` has the numbers of the pads of each footprint in KiCad's libraries."""

    def __init__(self, pads: Mapping[str, list[str]], violations: int = 0, unconnected: int = 0) -> None:
        self._pads, self._violations, self._unconnected = pads, violations, unconnected
        self.board = Thing("board")
        self.plots: list[tuple[Any, ...]] = []
        self.options, self.drill = Thing("options"), Thing("drill")
        self.filled: list[Any] = []
        self.wxPoint = self.wxSize = Pair

    def FromMM(self, value: float) -> float:  # noqa: N802
        return value * 1e6

    def NewBoard(self, path: str) -> Thing:  # noqa: N802
        self.board.has["path"] = path
        self.board.has["GetConnectivity"] = connectivity = Thing("connectivity")
        connectivity.has["GetUnconnectedCount"] = self._unconnected
        self.board.has["GetNetCount"] = 12
        return self.board

    def NETINFO_ITEM(self, _board: Thing, name: str) -> Thing:  # noqa: N802
        net = Thing("net")
        net.has["name"] = name
        return net

    def FootprintLoad(self, library: str, name: str) -> Thing | None:  # noqa: N802
        if name not in self._pads:
            return None
        made = Thing("FOOTPRINT")
        made.has["library"], made.has["name"] = Path(library).name, name
        for number in self._pads[name]:
            pad = Thing("PAD")
            pad.has["SetNumber"] = number
            made.Add(pad)
        return made

    def SaveBoard(self, path: str, board: Thing) -> None:  # noqa: N802
        board.has["filled when saved"] = "Zones" in board.has
        Path(path).write_text("(kicad_pcb (tstamp 3f-a7) (net 1))")

    def WriteDRCReport(self, _board: Thing, path: str, *_more: Any) -> bool:  # noqa: N802
        Path(path).write_text(f"** Drc report **\n** Found {self._violations} DRC violations **\n")
        return True

    def ZONE_FILLER(self, _board: Thing) -> Any:  # noqa: N802
        return SimpleNamespace(Fill=self.filled.append)

    def PLOT_CONTROLLER(self, _board: Thing) -> Plotter:  # noqa: N802
        return Plotter(self)

    def EXCELLON_WRITER(self, _board: Thing) -> Thing:  # noqa: N802
        return self.drill

    def __getattr__(self, name: str) -> Any:
        """A function that makes a Thing, for a class of KiCad; for a constant, its name in KiCad's files."""
        if name in ("PCB_TRACK", "PCB_VIA", "PCB_SHAPE", "PCB_TEXT", "ZONE", "FOOTPRINT", "PAD"):
            return lambda _parent: Thing(name)
        return name.replace("_", ".")


class Plotter:
    """Plots layers into files, the first line of which has the hour."""

    def __init__(self, kicad: Kicad) -> None:
        self._kicad, self._layer = kicad, ""

    def GetPlotOptions(self) -> Thing:  # noqa: N802
        return self._kicad.options

    def SetLayer(self, layer: str) -> None:  # noqa: N802
        self._layer = layer

    def OpenPlotfile(self, name: str, form: str, sheet: str) -> None:  # noqa: N802
        self._kicad.plots.append((name, self._layer, form, sheet))
        file = Path(self._kicad.options.has["SetOutputDirectory"], f"{name}.gbr")
        file.write_text(f"{DATED}X1Y1D02*\n")

    def PlotLayer(self) -> None:  # noqa: N802
        self._kicad.plots[-1] += ("plotted",)

    def ClosePlot(self) -> None:  # noqa: N802
        self._kicad.plots.append(("closed",))


def drawn(board: Thing) -> Iterator[Any]:
    """Everything on a board, in the form of `tests.wiring.pcb.test_ready_copper`."""
    for each in board.parts:
        has = each.has
        match each.kind:
            case "PCB_TRACK":
                width, net = has["SetWidth"] / 1e6, has["SetNet"].has["name"]
                yield "track", net, has["SetLayer"], width, mm(has["SetStart"]), mm(has["SetEnd"])
            case "PCB_VIA":
                yield (
                    "via", has["SetNet"].has["name"], mm(has["SetPosition"]),
                    has["SetWidth"] / 1e6, has["SetDrill"] / 1e6,
                )  # fmt: skip
            case "PCB_SHAPE":
                yield "line", has["SetLayer"], mm(has["SetStart"]), mm(has["SetEnd"])
            case "PCB_TEXT":
                assert has["SetTextSize"].x == has["SetTextSize"].y
                yield "text", has["SetText"], mm(has["SetPosition"]), has["SetTextSize"].x / 1e6
            case "ZONE":
                corners = tuple(map(mm, has["Outline"].has["corners"]))
                yield "ground", has["SetNet"].has["name"], has["SetLayer"], corners
            case "FOOTPRINT":
                nets = {
                    (pad.GetNumber(), pad.has["SetNet"].has["name"])
                    for pad in each.Pads()
                    if "SetNet" in pad.has
                }
                yield (
                    "part", has["SetReference"], has["SetValue"], has.get("name", ""), mm(has["SetPosition"]),
                    round(has["SetOrientationDegrees"]) % 360, frozenset(nets),
                )  # fmt: skip


def mm(point: Pair) -> tuple[float, float]:
    """A point in millimetres."""
    return round(point.x / 1e6, 3), round(point.y / 1e6, 3)
