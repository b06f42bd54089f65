"""The builder's papers as they were last looked at: `tests.wiring.papers` keeps their digests."""

from __future__ import annotations

import pytest

from tests.wiring.boards import READY
from tests.wiring.papers import BOARDS, FILE, digests, papers


@pytest.mark.parametrize("board", BOARDS)
def test_no_paper_of_a_board_changes_unnoticed(board: str) -> None:
    kept = [line for line in FILE.read_text().splitlines() if line.partition("  ")[2].startswith(f"{board}/")]
    changed = set(digests(board)) ^ set(kept)
    assert not changed, "look at these papers, then: python -m tests.wiring.papers"


def test_the_guides_pictures_are_those_that_are_generated_now() -> None:
    wiring = READY[0].parent
    made = papers("4-players-direct")
    guide = (wiring / "README.md").read_text()
    pictures = list((wiring / "img").iterdir())
    assert pictures
    for picture in pictures:
        assert picture.read_bytes() == made[picture.name], picture.name
        assert f"img/{picture.name}" in guide
