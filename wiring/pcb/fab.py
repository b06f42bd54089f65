"""The files for a fab: Gerbers and drill files from KiCad, lists of parts and placements from the layout.

The lists have the columns that fabs with an assembly service require. The same board always gives files with
the same bytes, so that two orders can be compared.

The placement list has the angle of each part in the fab's reel. `sheet` draws the parts, to compare with the
fab's preview: if pin 1 of a part is at another place there, this angle is wrong.
"""

from __future__ import annotations

import io
import json
import math
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wiring.errors import BuildError
from wiring.papers.lists import csv_text
from wiring.papers.svg import Svg
from wiring.pcb.head import head
from wiring.pcb.layout import Layout, Placed, Point, panel
from wiring.pcb.start_tile import start_tile
from wiring.pcb.strip import strip

KICAD_PYTHON: Final = "/usr/bin/python3"
"""The Python interpreter that can import Debian's `pcbnew`."""
PANEL: Final = 100.0
"""The width and height of the cheapest panel in millimetres; a panel has as many boards as fit."""
HEADS: Final = (4, 6, 8)
"""The numbers of sides for which there are head boards; with fewer sides some columns stay unused."""
READY: Final = Path(__file__).with_name("ready")
READY_PITCH: Final = 16.0
"""The pitch of the ready files in the folder `ready`, in millimetres; boards of this pitch need no KiCad."""
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Made:
    """KiCad's report on a board: the numbers of broken design rules, unconnected pads, nets and parts."""

    violations: int
    unconnected: int
    nets: int
    parts: int


def ordered(kind: str, pitch: float, sides: int) -> Layout:
    """The layout that is ordered: a panel of strips or START tiles, or a single head board for `sides` sides.

    `kind` is "strip", "start_tile" or "head"; raise ValueError for any other word.
    """
    if kind == "head":
        return head(next(size for size in HEADS if size >= sides))
    if kind not in ("strip", "start_tile"):
        raise ValueError(f"there is no board {kind!r}; the boards are strip, start_tile and head")
    one = strip(pitch) if kind == "strip" else start_tile(pitch)
    width, height = one.size
    return panel(one, max(1, int(PANEL // width)), max(1, int(PANEL // height)))


def copies(layout: Layout) -> int:
    """The number of boards in an ordered layout; 1 if it is no panel."""
    return max(1, len(layout.grounds))


def bill(layout: Layout) -> str:
    """The parts list of a layout for the fab, as CSV: value, references, footprint, part numbers."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for each in layout.placed:
        part = each.component
        if part.number:
            rows.setdefault((part.value, part.footprint, part.number, part.lcsc), []).append(each.ref)
    return csv_text(
        ("Comment", "Designator", "Footprint", "Manufacturer Part", "LCSC Part #"),
        (
            (value, ",".join(refs), footprint, number, lcsc)
            for (value, footprint, number, lcsc), refs in rows.items()
        ),
    )


def placement(layout: Layout) -> str:
    """The placement list of a layout for the fab, as CSV.

    Places are in millimetres from the lower left corner; angles include the angle of the part in the fab's
    reel.
    """
    left, bottom = min(x for x, _ in layout.outline), max(y for _, y in layout.outline)
    return csv_text(
        ("Designator", "Mid X", "Mid Y", "Layer", "Rotation"),
        (
            (each.ref, f"{each.at[0] - left:.3f}mm", f"{bottom - each.at[1]:.3f}mm", "Top",
             f"{(each.turn + each.component.turned) % 360:g}")
            for each in layout.placed
            if each.component.number
        ),
    )  # fmt: skip


def draw(layout: Layout, folder: Path) -> Made:
    """Let KiCad draw, check and plot a layout into `folder`; return KiCad's report.

    Raise BuildError if KiCad is missing or fails.
    """
    script = Path(__file__).with_name("kicad.py")
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{layout.name}.json"
    source.write_text(layout.to_json(), encoding="utf-8")
    if shutil.which(KICAD_PYTHON) is None or _run([KICAD_PYTHON, "-c", "import pcbnew"]).returncode:
        raise BuildError(
            "KiCad is not installed, and is needed for boards of another pitch than "
            f"{READY_PITCH:g} mm: sudo apt install --no-install-recommends kicad kicad-footprints"
        )
    ran = _run([KICAD_PYTHON, str(script), str(source), str(folder)])
    source.unlink()
    answer = ran.stdout.strip().splitlines()
    if not answer:
        raise BuildError(f"KiCad could not draw {layout.name}: {' '.join(ran.stderr.split())[-300:]}")
    return Made(**json.loads(answer[-1]))


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def pack(layout: Layout, folder: Path) -> bytes:
    """A zip for the fab, of a layout that KiCad drew into `folder`: Gerbers, drill files, lists, board
    file.
    """
    files = {path.name: path.read_bytes() for path in (folder / "gerbers").iterdir()}
    files[f"{layout.name}.kicad_pcb"] = (folder / f"{layout.name}.kicad_pcb").read_bytes()
    return zipped({**files, **lists(layout)})


def lists(layout: Layout) -> dict[str, bytes]:
    """The contents of the parts list and the placement list, by file name."""
    return {
        f"{layout.name}-parts.csv": bill(layout).encode(),
        f"{layout.name}-placement.csv": placement(layout).encode(),
    }


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files (name to content), with fixed times, so that equal files give equal bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def order(pitch: float, sides: int) -> Iterator[tuple[str, bytes, Layout]]:
    """The zips to order for a board, each as (file name, content, layout); ready files are used if they
    exist.

    Raise BuildError if a board must be drawn but KiCad is missing, or if KiCad finds a broken rule.
    """
    for kind in ("strip", "start_tile", "head"):
        layout = ordered(kind, pitch, sides)
        ready = READY / f"{layout.name}.zip"
        name = f"{layout.name}.zip" if kind == "head" else f"{layout.name}-{pitch:g}mm.zip"
        if (kind == "head" or pitch == READY_PITCH) and ready.exists():
            yield name, ready.read_bytes(), layout
            continue
        with TemporaryDirectory() as folder:
            made = draw(layout, Path(folder))
            if made.violations or made.unconnected:
                raise BuildError(
                    f"KiCad found {made.violations} broken rules and {made.unconnected} open connections in "
                    f"{layout.name} at {pitch:g} mm; take a pitch of {READY_PITCH:g} mm"
                )
            yield name, pack(layout, Path(folder)), layout


SCALE: Final = 10.0
"""The drawing's units in one millimetre."""
EDGE: Final = 5.0
"""The white margin around the board in millimetres."""

BODIES: Final = {
    "SOT-23": (3.0, 3.0, (-1.0, -0.95)), "SOT-23-5": (3.2, 3.0, (-1.14, -0.95)),
    "SOT-23-6": (3.2, 3.0, (-1.14, -0.95)), "TSSOP-16": (6.4, 5.0, (-2.86, -2.28)),
    "SK6812MINI-E": (5.8, 3.0, (2.7, 0.75)), "R_0603": (1.6, 0.8, (-0.8, 0)), "C_0603": (1.6, 0.8, (-0.8, 0)),
    "Fuse_1206": (3.2, 1.6, (-1.4, 0)), "JST_SH_SM08B": (10.0, 5.5, (-3.5, -2.0)),
    "JST_SH_BM08B": (10.0, 4.0, (-3.5, 1.3)), "PinSocket_1x20": (2.5, 50.8, (0, 0)),
    "TerminalBlock": (10.2, 10.0, (0, 0)), "CP_Radial": (8.0, 8.0, (0, 0)), "PinHeader": (2.5, 12.7, (0, 0)),
}  # fmt: skip
"""For the beginning of a footprint's name: width and height of the part's body, place of pin 1, in mm."""
MIDDLES: Final = {
    "PinSocket_1x20": (0, 24.1), "TerminalBlock": (2.5, 0), "CP_Radial": (1.75, 0), "PinHeader": (0, 5.1),
}  # fmt: skip
"""The middle of the body, for footprints whose origin is pin 1."""


def sheet(layout: Layout) -> str:
    """A drawing of the parts as SVG, seen from their side, with pin 1 of each marked; without the screws."""
    width, height = layout.size
    left, top = min(x for x, _ in layout.outline), min(y for _, y in layout.outline)

    def at(point: Point) -> Point:
        return (point[0] - left + EDGE) * SCALE, (point[1] - top + EDGE) * SCALE

    drawing = Svg((width + 2 * EDGE) * SCALE, (height + 2 * EDGE) * SCALE, f"Placement of {layout.name}")
    drawing.line(*map(at, (*layout.outline, layout.outline[0])), colour="#111", width=2)
    for corners in layout.cutouts:
        drawing.line(*map(at, (*corners, corners[0])), colour="#aaa", width=1)
    for score in layout.scores:
        drawing.line(*map(at, score), colour="#d0a000", width=1)
    for each in layout.placed:
        if each.component.number:
            _draw(drawing, each, at)
    drawing.write(
        EDGE * SCALE, EDGE * SCALE - 12, f"{layout.name}: a red dot is pin 1 of the part", 18, bold=True
    )
    return drawing.text


def _draw(drawing: Svg, placed: Placed, at: Callable[[Point], Point]) -> None:
    name = placed.component.footprint.partition(":")[2]
    known = next(each for each in BODIES if name.startswith(each) and (each != "SOT-23" or name == each))
    width, height, pin = BODIES[known]
    middle = MIDDLES.get(known, (0.0, 0.0))

    def turned(x: float, y: float) -> Point:
        angle = math.radians(placed.turn)
        # KiCad's angles are anticlockwise while y points downwards.
        return at((
            placed.at[0] + x * math.cos(angle) + y * math.sin(angle),
            placed.at[1] - x * math.sin(angle) + y * math.cos(angle),
        ))  # fmt: skip

    corners = [
        turned(middle[0] + x * width / 2, middle[1] + y * height / 2)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    drawing.line(*corners, corners[0], colour="#2360c5", width=1)
    drawing.dot(*turned(*pin), 3, "#d21f1f")
    x, y = turned(*middle)
    drawing.write(x, y + 3, placed.ref, 7, anchor="middle", colour="#444")


def main() -> int:
    """Make the files in the folder `ready` again, with KiCad: `python -m wiring.pcb.fab`; return the exit
    code.
    """
    READY.mkdir(exist_ok=True)
    for layout in (
        *(ordered(kind, READY_PITCH, 4) for kind in ("strip", "start_tile")),
        *map(head, HEADS),
    ):
        with TemporaryDirectory() as folder:
            made = draw(layout, Path(folder))
            data = pack(layout, Path(folder))
        (READY / f"{layout.name}.zip").write_bytes(data)
        print(f"{layout.name}: {made}, {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
