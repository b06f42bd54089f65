"""docs/tournament.md is true: its commands exist, its links lead somewhere, its figures are right."""

from __future__ import annotations

import argparse
import re
import shlex
import tempfile
from pathlib import Path

import pytest

from engine.position import Position
from jokerboard.cli.tournament import tournament
from jokerboard.tournament.event.distance import holes_to_go
from jokerboard.tournament.event.standings import TieBreak
from jokerboard.tournament.pairing import designs
from jokerboard.tournament.paper.export import EXPORTS
from jokerboard.tournament.paper.sheets import SHEETS
from tests.jokerboard.tournament.web.event_hall import EventHall

DOCUMENT = Path(__file__).parents[4] / "docs" / "tournament.md"
TEXT = DOCUMENT.read_text("utf-8")
COMMANDS = re.findall(r"^    jokerboard tournament (.*?)(?:   .*)?$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_in_the_tournament_document_exists(words: str) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    tournament.add_arguments(parser)
    assert parser.parse_args(shlex.split(words)).action == shlex.split(words)[0]


def test_the_recipe_in_the_tournament_document_has_ten_commands() -> None:
    assert len(COMMANDS) == 10


def test_every_link_in_the_tournament_document_leads_to_a_heading() -> None:
    headings = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#(.*?)\)", TEXT)) == anchors


def test_the_figures_in_the_tournament_document_equal_computed_ones() -> None:
    assert holes_to_go(Position.parse("-/-/-/- A"), 0) == 355
    assert holes_to_go(Position.parse("A8/-/-/- A"), 0) == 354
    assert holes_to_go(Position.parse("A3/-/-/- A"), 0) == 355 - 68
    plan = designs.by_three(12)
    sizes = [len(table) for tables in plan for table in tables]
    assert (len(plan), sizes.count(3), sizes.count(2)) == (7, 16, 18)


def test_the_tournament_document_names_every_sheet_export_and_tie_break() -> None:
    for name in (*SHEETS, *EXPORTS):
        assert f"`{name}`" in TEXT
    for one in TieBreak:
        assert f"**{one.value}**" in TEXT


def test_the_tournament_document_names_every_command_that_needs_the_token() -> None:
    allowed = TEXT.partition("These commands need the token:")[2].partition("Each is")[0]
    with tempfile.TemporaryDirectory() as path, EventHall(Path(path)) as hall:
        names = {command.name.removeprefix("event/") for command in hall.section.commands}
    assert set(re.findall(r"`(.*?)`", allowed)) == names
