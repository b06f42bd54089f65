"""The builder's documents have the digests that were recorded when a person last inspected them.

After looking at the changed documents, `python -m tests.wiring.test_papers` writes the digests again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.wiring.boards import ANALOG, PEGS, READY
from wiring.description import Description
from wiring.papers.build import documents
from wiring.parse import read_board

FILE: Final = Path(__file__).with_name("papers.sha256")
HERE: Final = READY[0].parent
BOARDS: Final[dict[str, Description]] = {
    "4-players-direct": read_board(HERE / "4-players-direct.toml"),
    "4-players-modules": read_board(HERE / "4-players-modules.toml"),
    "pegs on expanders": PEGS,
    "analog sensors at a Pico": ANALOG,
}


@cache
def papers(board: str) -> dict[str, bytes]:
    """The documents of a board of BOARDS, by file name."""
    return {name: data for name, data, _ in documents(BOARDS[board])}


def digests(board: str) -> Iterator[str]:
    """A line for each document of a board of BOARDS, in the format of sha256sum.

    DXF files are left out, because they contain the time; another test checks them.
    """
    for name, data in papers(board).items():
        if not name.endswith(".dxf"):
            yield f"{hashlib.sha256(data).hexdigest()}  {board}/{name}"


@pytest.mark.parametrize("board", BOARDS)
def test_the_wiring_documents_of_the_supplied_boards_have_their_recorded_digests(board: str) -> None:
    kept = [line for line in FILE.read_text().splitlines() if line.partition("  ")[2].startswith(f"{board}/")]
    changed = set(digests(board)) ^ set(kept)
    assert not changed, "look at these papers, then: python -m tests.wiring.test_papers"


def test_the_pictures_of_the_wiring_guide_equal_their_generated_form() -> None:
    made = papers("4-players-direct")
    guide = (HERE / "README.md").read_text()
    pictures = list((HERE / "img").iterdir())
    assert pictures
    for picture in pictures:
        assert picture.read_bytes() == made[picture.name], picture.name
        assert f"img/{picture.name}" in guide


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for board in BOARDS for line in digests(board)))
