"""The files for a fab: Gerbers and drill files from KiCad, lists of parts and placements from the layout.

The lists have the columns that fabs with an assembly service require. The same board always gives files with
the same bytes, so that two orders can be compared.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wiring.errors import BuildError
from wiring.papers.lists import csv_text
from wiring.pcb.head import head
from wiring.pcb.layout import Layout, panel
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
