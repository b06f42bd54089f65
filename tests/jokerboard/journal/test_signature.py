"""A table's key stays private, and each of its signatures is valid for one record only."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.journal.signature import FILE, SignatureError, SignedHead, is_key, signer_in

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=130),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
)


def test_a_tables_key_is_created_once_in_a_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    first, again = signer_in(tmp_path / FILE), signer_in(tmp_path / FILE)
    assert first.public == again.public
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert first.sign("j", 1, "0" * 64).is_good()
    (tmp_path / FILE).write_text("no key\n")
    with pytest.raises(SignatureError, match="holds no key"):
        signer_in(tmp_path / FILE)
    with pytest.raises(SignatureError, match="cannot be used"):
        signer_in(tmp_path)


def test_a_tables_public_key_is_64_lower_case_hexadecimal_digits() -> None:
    assert is_key("0123456789abcdef" * 4)
    assert not any(map(is_key, ("", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n")))


def test_a_malformed_signed_head_counts_as_missing(tmp_path: Path) -> None:
    good = signer_in(tmp_path / FILE).sign("j", 2, "0" * 64).to_json()
    assert SignedHead.parse(good) is not None
    for change in (
        {"n": 0}, {"n": True}, {"n": 1 << 53}, {"n": "2"}, {"journal": 7}, {"journal": "j" * 65},
        {"hash": "0" * 63}, {"key": 7}, {"signature": "0" * 64},
    ):  # fmt: skip
        assert SignedHead.parse(good | change) is None
    assert SignedHead.parse(good | {"journal": "j" * 64, "n": (1 << 53) - 1}) is not None


def test_a_key_file_without_a_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff" * 64)
    with pytest.raises(SignatureError, match="holds no key; restore it from a backup, or delete it"):
        signer_in(tmp_path / FILE)


def test_a_missing_cryptography_library_is_reported_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(SignatureError, match=r"needs the library cryptography: .*jokerboard\[tournament\]"):
        signer_in(tmp_path / FILE)


@pytest.mark.parametrize(
    "changed", [{"n": 3}, {"hash": "1" * 64}, {"journal": "k"}, {"signature": "0" * 128}]
)
def test_any_change_of_a_signed_head_invalidates_its_signature(
    tmp_path: Path, changed: dict[str, Any]
) -> None:
    head = signer_in(tmp_path / FILE).sign("j", 2, "0" * 64)
    assert SignedHead.parse(json.loads(json.dumps(head.to_json()))) == head
    assert not replace(head, **changed).is_good()


@given(JSON)
def test_arbitrary_json_is_not_read_as_a_signed_head(value: Any) -> None:
    assert SignedHead.parse(value) is None
