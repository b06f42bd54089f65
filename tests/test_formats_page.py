"""docs/formats.md lists exactly the notations, fields, codes and roles that the program reads and writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine.errors import TraceError
from engine.geometry import board as board_of
from engine.play import Play
from engine.position import Position
from engine.violation import Code
from jokerboard.journal.games import trace
from jokerboard.journal.games.game_lines import KINDS, to_line
from jokerboard.table.showing.led_patterns import ROLES

PAGE = (Path(__file__).parents[1] / "docs" / "formats.md").read_text("utf-8")
BOARD = board_of(4)


def section(number: int) -> str:
    """The text of the page's section with that number."""
    return re.split(r"^## \d\. ", PAGE, flags=re.MULTILINE)[number]


def first_cells(text: str) -> list[str]:
    """The words in code format in the first cell of each table row of a section."""
    rows = re.findall(r"^\| (`.*?) \|", text, flags=re.MULTILINE)
    return [word for row in rows for word in re.findall("`([^`]*)`", row)]


def examples(text: str) -> list[str]:
    """The indented lines of a section, without remarks."""
    return [re.split(r"\s{2,}", line)[0] for line in re.findall(r"^    (\S.*)$", text, flags=re.MULTILINE)]


def test_every_example_of_a_position_or_a_play_on_the_formats_page_is_printed_unchanged() -> None:
    lines = examples(section(1))
    positions = [line for line in lines if "/" in line]
    assert len(positions) == 2
    assert len(lines) > 10
    for line in lines:
        printed = Position.parse(line).line() if line in positions else Play.parse(line, BOARD).text(BOARD)
        assert printed == line


def test_the_examples_of_trace_lines_on_the_formats_page_are_read_and_written_unchanged() -> None:
    text = section(3)
    header = re.search(r"^```json\n(.*?)\n```", text, flags=re.MULTILINE)
    assert header is not None
    board = trace.read_header(header[1]).table.board
    lines = [cell for cell in first_cells(text) if cell.startswith("{")]
    assert len(lines) == 10
    for line in lines:
        assert to_line(trace.read_event(line, 2, board), board) == json.loads(line)


def test_a_trace_line_of_a_kind_that_the_formats_page_does_not_list_is_refused() -> None:
    with pytest.raises(TraceError, match="unknown kind of line, with the fields"):
        trace.read_event('{"t":1.0,"weather":"rain"}', 2, BOARD)


def test_the_formats_page_lists_every_kind_of_verdict_with_its_fields() -> None:
    rows = dict(re.findall(r"^\| `([a-z]+)` \| (.*) \|$", section(4), flags=re.MULTILINE))
    assert rows.keys() == KINDS.keys()
    for kind, (_, fields) in KINDS.items():
        listed = set(re.findall(r'`"?([a-z_]+)(?:":true)?`', rows[kind]))
        assert set(fields) <= listed, kind


def test_the_formats_page_lists_every_verdict_code_and_every_role_of_a_light() -> None:
    assert sorted(first_cells(section(5))) == sorted(Code)
    assert sorted(first_cells(section(6))) == sorted(ROLES)
