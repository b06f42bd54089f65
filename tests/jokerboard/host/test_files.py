"""Small files are replaced as a whole, even if several processes write at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jokerboard.host import files
from jokerboard.host.errors import FileUnwritableError
from jokerboard.host.files import read_json, write_json

WRITER = """
import sys
from pathlib import Path

from jokerboard.host.files import write_json

for n in range(300):
    write_json(Path(sys.argv[1]), {"by": sys.argv[2] * 500, "n": n}, shared=True)
"""


def test_several_processes_can_replace_a_shared_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "shared.json"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), by], stderr=subprocess.PIPE, text=True)
        for by in "ABC"
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert errors == ""
    kept = json.loads(path.read_text())
    assert len(set(kept["by"])) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_contents_of_a_file_are_flushed_before_they_replace_the_old_contents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "file.json", list[tuple[str, bool]]()
    path.write_text("old")
    monkeypatch.setattr(
        files, "flush", lambda file: seen.append((path.read_text(), os.fstat(file).st_size > 0))
    )
    files.replace_file(path, "né\n")
    assert seen == [("old", True)]
    assert path.read_bytes() == "né\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_only_the_owner_can_read_a_private_file(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        files.write_json(tmp_path / "open", {"a": "ü"})
        files.write_json(tmp_path / "private", [1], private=True)
    finally:
        os.umask(before)
    assert (tmp_path / "open").read_text("utf-8") == '{"a":"ü"}'
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o600


def test_only_a_shared_file_is_written_through_a_uniquely_named_temporary_file(tmp_path: Path) -> None:
    (tmp_path / "file.new").mkdir()
    with pytest.raises(FileUnwritableError, match=r"file cannot be written: Is a directory"):
        files.write_json(tmp_path / "file", 1)
    files.write_json(tmp_path / "file", 2, shared=True)
    assert (tmp_path / "file").read_text() == "2"


def test_a_damaged_file_is_renamed_to_the_first_unused_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[Path] = []
    monkeypatch.setattr(files, "flush_directory", flushed.append)
    names = []
    for text in ("one", "two"):
        (tmp_path / "board.json").write_text(text)
        names.append(files.set_aside(tmp_path / "board.json"))
    assert [name.name for name in names] == ["board.damaged-1.json", "board.damaged-2.json"]
    assert [name.read_text() for name in names] == ["one", "two"]
    assert not (tmp_path / "board.json").exists()
    assert flushed == [tmp_path, tmp_path]


def test_a_private_file_is_flushed_and_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(files, "flush", lambda file: sizes.append(os.fstat(file).st_size))
    files.create_private(tmp_path / "key", "né\n")
    assert (tmp_path / "key").read_bytes() == "né\n".encode()
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert sizes == [4]
    with pytest.raises(FileExistsError):
        files.create_private(tmp_path / "key", "another")


def test_deeply_nested_json_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_json(file)
    write_json(file, {"names": ["é"]})
    assert read_json(file) == {"names": ["é"]}
