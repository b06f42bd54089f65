"""The desk detects a remade log, another key and a bad signature by the tables' signatures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from jokerboard.journal.signature import FILE, SignedHead, Signer, signer_in
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.collect.signatures import FILE as KEYS
from jokerboard.tournament.collect.signatures import Signatures, read_keys, register
from tests.jokerboard.tournament.desk_tables import FakeTable, incidents
from tests.jokerboard.tournament.web.hall import NOW, Hall
from tests.programs import loaded

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=130),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
)


def signed(signer: Signer, table: FakeTable) -> SignedHead:
    last = table.lines[-1]
    return signer.sign(table.journal, last.n, last.hash)


def heartbeat(table: FakeTable, head: SignedHead | None) -> Presence:
    last = len(table.lines)
    return Presence("", "0", table.journal, 1, last, last, None, {"ok": True, "faults": []}, head)


def incidents_after(one: Hall, table: FakeTable, head: SignedHead) -> list[str]:
    """The incidents that the desk records for a heartbeat with this signature."""
    owner = one.take(table)
    Signatures(one.store).check({owner: heartbeat(table, head)}, NOW)
    return incidents(one.store, "log")


@given(JSON)
def test_a_malformed_signature_in_a_heartbeat_is_ignored(value: Any) -> None:
    assert SignedHead.parse(value) is None
    assert Presence.parse(json.dumps({"signed": value}).encode()) is not None


def test_the_desk_stores_the_newest_record_that_a_table_signed(tmp_path: Path) -> None:
    signer, table = signer_in(tmp_path / FILE), FakeTable("t1")
    with Hall(tmp_path) as one:
        assert incidents_after(one, table, signed(signer, table)) == []
        table.begin()
        newest = signed(signer, table)
        assert incidents_after(one, table, newest) == []
        known = read_keys(tmp_path / KEYS)
        assert known == {"t1": {"key": signer.public, "heads": {table.journal: newest.to_json()}}}


def test_a_changed_key_a_bad_signature_and_a_changed_record_of_a_table_are_incidents(tmp_path: Path) -> None:
    signer, other, table = signer_in(tmp_path / FILE), signer_in(tmp_path / "other"), FakeTable("t1")
    table.begin()
    with Hall(tmp_path) as one:
        incidents_after(one, table, signed(signer, table))
        assert incidents_after(one, table, signed(other, table)) == [
            "The table's log is signed with another key than the registered one."
        ]
        bad = replace(signed(signer, table), signature="0" * 128)
        assert "The signature of the table's log is not good." in incidents_after(one, table, bad)
        remade = signer.sign(table.journal, 2, "1" * 64)
        assert "Record 2 differs from the record that the table signed." in incidents_after(
            one, table, remade
        )
        register(tmp_path / KEYS, "t1", other.public)
        before = len(incidents(one.store, "log"))
        assert len(incidents_after(one, table, signed(other, table))) == before, "the new key is registered"


def test_journal_verify_detects_a_rewritten_journal_by_its_signed_record(tmp_path: Path, capsys: Any) -> None:
    from jokerboard.cli.main import main
    from jokerboard.journal.file import records
    from jokerboard.journal.records import Entry, Kind
    from jokerboard.journal.store import FILE as JOURNAL
    from jokerboard.journal.store import Journal

    def made(folder: Path, text: str) -> tuple[str, str]:
        """Make a journal whose second record contains `text`; return its id and the hash of that record."""
        journal = Journal.open(folder / JOURNAL, table="t", made="now")
        journal.append([Entry(0, Kind.REPAIRED, {"why": text})])
        journal.close()
        first, second = records(folder / JOURNAL)
        return first.hash[:16], second.hash

    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    name, digest = made(one, "as it was")
    again, other = made(two, "remade")
    assert again == name, "the first record is the same"
    assert other != digest
    signer = signer_in(tmp_path / FILE)
    head = signer.sign(name, 2, digest)
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"t": {"key": signer.public, "heads": {name: head.to_json()}}}))
    assert main(["journal", "verify", "--state", str(one), "--signed", str(file)]) == 0
    assert "record 2 and all earlier records are as signed" in capsys.readouterr().out
    assert main(["journal", "verify", "--state", str(two), "--signed", str(file)]) == 1
    assert "the log was rewritten" in capsys.readouterr().out
    assert main(["journal", "key", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == signer.public


def test_a_table_without_a_tournament_imports_no_cryptography() -> None:
    serving = ("jokerboard.table.serving", "jokerboard.table.web.game_page", "jokerboard.cli.serve")
    assert "cryptography" not in loaded(*serving, "jokerboard.journal.signature", "jokerboard.cli.journal")
