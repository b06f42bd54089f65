"""`jokerboard journal verify --signed`: one line for each signature, and the exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from jokerboard.journal.file import records
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.signature import FILE as KEY
from jokerboard.journal.signature import SignedHead, signer_in
from jokerboard.journal.store import FILE, Journal


@pytest.fixture
def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str]]]:
    """A function that verifies a journal of two records with signed records, for the code and the lines."""
    journal = Journal.open(tmp_path / FILE, table="t", made="now")
    journal.append([Entry(0, Kind.REPAIRED, {"why": "as it was"})])
    journal.close()
    first, second = records(tmp_path / FILE)
    signer = signer_in(tmp_path / KEY)

    def verify(change: Callable[[SignedHead], SignedHead], n: int = 2) -> tuple[int, list[str]]:
        head = change(signer.sign(first.hash[:16], n, second.hash))
        file = tmp_path / "keys.json"
        file.write_text(json.dumps({"t": {"key": signer.public, "heads": {"j": head.to_json()}}}))
        code = main(["journal", "verify", "--state", str(tmp_path), "--signed", str(file)])
        lines = capsys.readouterr().out.replace(str(file), "FILE").replace(signer.public, "KEY").splitlines()
        return code, lines[2:]  # The first two lines are about the journal alone.

    return verify


def test_a_journal_is_compared_with_each_signed_record(
    verified: Callable[..., tuple[int, list[str]]], tmp_path: Path
) -> None:
    other = signer_in(tmp_path / "other")
    assert verified(lambda head: head) == (0, ["record 2 and all earlier records are as signed with KEY"])
    assert verified(lambda head: head, n=3) == (
        1, ["record 3 is missing, although the table signed it with the key KEY"],
    )  # fmt: skip
    assert verified(lambda head: replace(head, hash="0" * 64)) == (
        1, ["the signature of record 2 is wrong: FILE was changed"],
    )  # fmt: skip
    code, lines = verified(lambda head: other.sign(head.journal, 2, "0" * 64))
    assert (code, len(lines)) == (1, 1)
    assert lines[0].startswith("record 2 differs from the record signed with ")
    assert verified(lambda head: other.sign("another", 2, head.hash)) == (
        1, ["FILE has no signature of this journal"],
    )  # fmt: skip
