"""`jokerboard wiring order`: everything that a maker of one board sends to a fab, in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.layout import Shape
from wiring.errors import BuildError
from wiring.pcb.fab import order
from wiring.pcb.order_papers import cables_csv, order_md
from wiring.pcb.sheet import sheet


def write_order(
    title: str, sides: int, pitch: float, shape: Shape, folder: Path
) -> Iterator[tuple[str, str]]:
    """Write the order into `folder`; the name of each file and what it is.

    ModuleError if the board cannot be built of modules; BuildError if KiCad is needed and missing, or a file
    cannot be written. Nothing is written before the board is known to be one of modules.
    """
    papers = {
        "order.md": (
            order_md(title, sides, pitch, shape),
            "what to order and what to check; read this first",
        ),
        "cables.csv": (cables_csv(sides, pitch, shape), "cables from plug to plug"),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, (text, what) in papers.items():
            (folder / name).write_text(text, encoding="utf-8")
            yield name, what
        for name, data, layout in order(pitch, sides):
            (folder / name).write_bytes(data)
            width, height = layout.size
            yield name, f"for the fab: {width:.1f} by {height:.1f} mm, {len(data) / 1000:.0f} kB"
            drawing = f"{name.removesuffix('.zip')}-sheet.svg"
            (folder / drawing).write_text(sheet(layout), encoding="utf-8")
            yield drawing, "to hold beside the fab's preview"
    except OSError as error:
        if isinstance(error, BuildError):
            raise
        raise BuildError(f"cannot write into {folder}: {error.strerror}") from error
