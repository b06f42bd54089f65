"""The examples of the README, and the links and files that documents name."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = tuple(page for where in (".", "docs", "docs/rules", "wiring", "firmware_bridge")
              for page in sorted((ROOT / where).glob("*.md")))  # fmt: skip
OURS = re.compile(r"(?<![\w/.])(?:tests|wiring|docs|systemd|engine|hardware|jokerboard)/[\w./-]*\w")


def anchors(page: Path) -> set[str]:
    """The anchors of a page, which follow from its headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_the_examples_of_the_readme_give_the_printed_results() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_target_of_a_documents_link_exists(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith("http"):
            continue
        path, _, heading = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not heading or heading in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_that_documents_pass_to_commands_exist(page: Path) -> None:
    for command in re.findall(r"^    \S.*$", page.read_text(), flags=re.MULTILINE):
        for file in OURS.findall(command):
            assert (ROOT / file).exists(), command
