"""A file of a state directory that cannot be written: one sentence names it.

A file can be refused in four ways: something else has its name, its new copy cannot be made, the disk is full
(`/dev/full`), or the directory accepts no file (`/sys`, not even from root).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from jokerboard.host import files
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import BOARD, CARDS, PEOPLE, StateDirectory
from jokerboard.journal.checkpoint import head_path
from jokerboard.journal.repair import open_journal
from jokerboard.journal.signature import signer_in
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.players.card_sources import FILE as MACHINE_CARDS
from jokerboard.players.card_sources import PlacedHands
from jokerboard.players.dealer import SECRET_FILE as DEALT
from jokerboard.players.dealer import keep_secret
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.table.web.access import (
    KEY_FILE,
    PAIRED_FILE,
    SEATS_FILE,
    PairedDevices,
    SeatClaims,
    kept_key,
)
from jokerboard.table.web.kept_games import FILE as BOOK
from jokerboard.table.web.kept_games import KeptGames
from jokerboard.tournament.publish.publication import FILE as PLACE
from jokerboard.tournament.publish.publication import Place, PlaceFile
from tests.programs import HEADLESS, refused

FULL, NOWHERE = Path("/dev/full"), Path("/sys")
NOW = "2026-11-27T10:00:00+00:00"


def _place(directory: Path) -> None:
    file = PlaceFile(directory / PLACE, "j")
    file.place = Place("j", 1, 5)
    file.keep(0.0)
    assert file.place.sent == 5


def _paired(directory: Path) -> None:
    troubles = Troubles()
    PairedDevices(directory / PAIRED_FILE, troubles).keep((b"x",))
    raise JokerboardError(troubles.get("pairing", ""))


def _book(directory: Path) -> None:
    table = cast("Any", SimpleNamespace(directory=directory, number=1))
    KeptGames(table).forget("somebody")


WRITERS: dict[str, Callable[[Path], object]] = {
    "lock": StateDirectory,
    JOURNAL: lambda directory: open_journal(directory / JOURNAL, table="t", made=NOW)[0].close(),
    head_path(Path(JOURNAL)).name: lambda d: open_journal(d / JOURNAL, table="t", made=NOW)[0].close(),
    PEOPLE: lambda directory: Memory("g", "s").save(directory / PEOPLE),
    DEALT: lambda directory: keep_secret(directory, "secret"),
    MACHINE_CARDS: lambda directory: PlacedHands(directory, "g").keep(),
    "table.key": lambda directory: signer_in(directory / "table.key"),
    KEY_FILE: kept_key,
    PAIRED_FILE: _paired,
    PLACE: _place,
    SEATS_FILE: lambda directory: SeatClaims(directory / SEATS_FILE, lambda: "a game").claim("a device", "A"),
    BOOK: _book,
}
"""By file name, a function that writes the file without a table."""

DISPENSABLE = {KEY_FILE, PLACE, SEATS_FILE}
"""Files without which a table works: the page's key, the published part of the log, claimed seats."""


REPLACED = (PEOPLE, DEALT, MACHINE_CARDS, PAIRED_FILE)
"""Files that are replaced by renaming a new copy, which ends in `.new`."""


def sentence_of(act: Callable[[], object]) -> str | None:
    """The one sentence with which `act` is refused, not an error of Python's; None if it succeeds."""
    try:
        act()
    except JokerboardError as error:
        text = str(error)
        assert "Errno" not in text
        assert text.count("\n") == 0
        assert text.strip()
        return text
    return None


def test_every_documented_file_of_a_state_directory_has_a_write_failure_test() -> None:
    documented = re.findall(r"^\| `([a-z-]+(?:\.[a-z]+)?)` \|", files.__doc__ or "", re.MULTILINE)
    assert set(documented) == {*WRITERS, BOARD, CARDS}


@pytest.mark.parametrize("name", WRITERS)
def test_a_state_file_whose_path_is_taken_by_a_directory_is_named_in_the_error(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name / "x").mkdir(parents=True)
    sentence = sentence_of(lambda: WRITERS[name](tmp_path))
    assert (
        sentence is None if name in DISPENSABLE else sentence is not None and _names(sentence, tmp_path, name)
    )


@pytest.mark.parametrize("obstacle", ["a directory", "a full disk"])
@pytest.mark.parametrize("name", REPLACED)
def test_a_state_file_whose_temporary_copy_cannot_be_written_is_named_in_the_error(
    tmp_path: Path, name: str, obstacle: str
) -> None:
    fresh = tmp_path / f"{name}.new"
    if obstacle == "a directory":
        fresh.mkdir()
    else:
        fresh.symlink_to(FULL)
    sentence = sentence_of(lambda: WRITERS[name](tmp_path))
    assert sentence is not None
    assert _names(sentence, tmp_path, name)


@pytest.mark.skipif(not NOWHERE.is_dir(), reason="needs /sys, which takes no files")
@pytest.mark.parametrize("name", WRITERS)
def test_an_unwritable_directory_is_reported_by_name(name: str) -> None:
    sentence = sentence_of(lambda: WRITERS[name](NOWHERE))
    assert sentence is None if name in DISPENSABLE else sentence is not None and str(NOWHERE) in sentence


@pytest.mark.parametrize("name", [BOARD, CARDS, JOURNAL])
@pytest.mark.parametrize("fresh", ["", ".new"])
def test_a_table_whose_state_file_cannot_be_written_ends_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, fresh: str
) -> None:
    (tmp_path / (name + fresh) / "x").mkdir(parents=True)
    sentence = refused(capsys, *HEADLESS, "--state", tmp_path, code=1)
    assert "Errno" not in sentence
    assert _names(sentence, tmp_path, name)


def _names(sentence: str, directory: Path, name: str) -> bool:
    return str(directory / name) in sentence or (name == "lock" and str(directory) in sentence)
