"""Text files in any usual encoding are read; the refusal of any other file names its kind."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from jokerboard.host.errors import UsageError
from jokerboard.host.outside_text import TextError
from jokerboard.host.text_files import decode_text, text_file
from tests.programs import refused

TEXT = 'base = "texas"\ntitle = "Jürgens Größe"\n'


def _zipped(name: str, mimetype: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        if mimetype:
            made.writestr("mimetype", mimetype)
        made.writestr("[Content_Types].xml" if not mimetype else "content.xml", "<x/>")
        made.writestr(name, "<x/>")
    return out.getvalue()


READ = {
    "plain": TEXT.encode(),
    "a mark of UTF-8": TEXT.encode("utf-8-sig"),
    "a mark of UTF-8 twice": b"\xef\xbb\xbf" + TEXT.encode("utf-8-sig"),
    "UTF-16 with its mark": TEXT.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "UTF-16 without a mark": TEXT.encode("utf-16-le"),
    "UTF-16, big end first, without a mark": TEXT.encode("utf-16-be"),
    "UTF-32 with its mark": TEXT.encode("utf-32"),
    "UTF-32, big end first": b"\0\0\xfe\xff" + TEXT.encode("utf-32-be"),
    "Windows line ends": TEXT.replace("\n", "\r\n").encode(),
    "old Mac line ends": TEXT.replace("\n", "\r").encode(),
    "a line end of Unicode": TEXT.replace("\n", "\u2028").encode(),
    "Windows line ends in UTF-16": TEXT.replace("\n", "\r\n").encode("utf-16"),
    "no-break spaces": TEXT.replace(" = ", "\u00a0=\u00a0").encode(),
    "narrow no-break spaces": TEXT.replace(" = ", "\u202f=\u2007").encode(),
    "a line end of IBM": TEXT.replace("\n", "\u0085").encode(),
    "a word joiner": TEXT.replace("texas", "te\u2060xas").encode(),
    "a zero-width space": TEXT.replace("base", "\u200bbase").encode(),
    "soft hyphens": TEXT.replace("texas", "te\u00adxas").encode(),
    "a direction mark": TEXT.replace("title", "\u200etitle").encode(),
}
WINDOWS = {
    "Windows-1252": TEXT.encode("cp1252"),
    "its line ends": TEXT.replace("\n", "\r\n").encode("cp1252"),
}
REFUSED = {
    "an Excel sheet": (_zipped("xl/workbook.xml"), "a spreadsheet; save it as CSV"),
    "an old Excel sheet": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a spreadsheet; save it as CSV"),
    "a Calc sheet": (_zipped("s", "application/vnd.oasis.opendocument.spreadsheet"), "a spreadsheet"),
    "a Numbers sheet": (_zipped("Index/Document.iwa"), "a spreadsheet; save it as CSV"),
    "a Word document": (_zipped("word/document.xml"), "save it as plain text"),
    "an old Word document": (b"\xd0\xcf\x11\xe0" + bytes(40) + "WordDoc".encode("utf-16-le"), "plain text"),
    "a Writer document": (_zipped("s", "application/vnd.oasis.opendocument.text"), "save it as plain text"),
    "rich text": (b"{\\rtf1\\ansi x}", "save it as plain text"),
    "a PDF": (b"%PDF-1.7\n", "a PDF"),
    "a photograph": (b"\xff\xd8\xff\xe0" + bytes(30), "a picture"),
    "a screenshot": (b"\x89PNG\r\n\x1a\n", "a picture"),
    "a drawing": (b"GIF89a" + bytes(9), "a picture"),
    "a picture from a page": (b"RIFF\0\0\0\0WEBPVP8 ", "a picture"),
    "a 7z archive": (b"7z\xbc\xaf\x27\x1c", "unpack it"),
    "an archive": (_zipped("games.txt"), "unpack it"),
    "a compressed file": (b"\x1f\x8b\x08" + bytes(9), "unpack it"),
    "a web page": (b"<!DOCTYPE html><html>", "a web page"),
    "a journal": (b"SQLite format 3\0", "a database"),
    "a zero byte": (b"base = 'texas'\nx\0y and much more text here", "line 2 has a zero byte"),
    "bytes of no encoding": (b"one\ntwo \x81\n", "line 2 is not a text in UTF-8"),
    "noise": (bytes(range(128, 256)) + bytes(range(32)), "not a text in UTF-8"),
    "half of UTF-16": (b"\xff\xfea\0b", "damaged text in UTF-16"),
}


@pytest.mark.parametrize("name", READ)
def test_a_text_in_any_usual_encoding_with_any_line_ends_is_read_as_one_text(name: str) -> None:
    read = decode_text(READ[name])
    assert (read.text, read.remarks) == (TEXT, ())


def test_utf_16_without_a_byte_order_mark_is_recognised_in_texts_of_two_or_more_letters() -> None:
    assert decode_text("ab".encode("utf-16-le")).text == "ab"
    assert decode_text("ab".encode("utf-16-be")).text == "ab"
    with pytest.raises(TextError, match="line 1 has a zero byte"):
        decode_text(b"a\0")


@pytest.mark.parametrize("name", WINDOWS)
def test_a_text_in_windows_1252_is_read_with_a_remark(name: str) -> None:
    read = decode_text(WINDOWS[name])
    assert (read.text, len(read.remarks)) == (TEXT, 1)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_not_text_is_refused_and_its_kind_named(name: str, tmp_path: Path) -> None:
    data, words = REFUSED[name]
    with pytest.raises(TextError, match=words):
        decode_text(data)
    (tmp_path / "f").write_bytes(data)
    with (
        pytest.raises(UsageError, match=f"house rules .*{words}"),
        text_file(tmp_path / "f", "house rules", ""),
    ):
        pass


@pytest.mark.parametrize(
    "command", [("replay",), ("games", "check"), ("serve", "--check", "--config"), ("wiring", "check"),
                ("rules", "show", "--house")],
)  # fmt: skip
@pytest.mark.parametrize("name", ["an Excel sheet", "a PDF", "noise"])
def test_every_command_refuses_a_file_that_is_no_text_in_one_sentence(
    command: tuple[str, ...], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, words = REFUSED[name]
    (tmp_path / "file").write_bytes(data)
    assert words in refused(capsys, *command, tmp_path / "file")


def test_a_remark_on_the_encoding_is_printed_only_if_the_text_can_be_parsed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "f").write_bytes(WINDOWS["Windows-1252"])
    with text_file(tmp_path / "f", "", "") as text:
        assert text == TEXT
    assert "was read as Windows-1252" in capsys.readouterr().err
    with pytest.raises(ValueError, match="no rules"), text_file(tmp_path / "f", "", ""):
        raise ValueError("no rules")
    assert capsys.readouterr().err == ""


def test_a_missing_or_too_long_file_is_refused_with_a_hint(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match=r"^house rules .*none: No such file or directory; see the list$"),
        text_file(tmp_path / "none", "house rules", "see the list"),
    ):
        pass
    (tmp_path / "f").write_text("12345")
    with text_file(tmp_path / "f", "", "", largest=5) as text:
        assert text == "12345"
    with (
        pytest.raises(UsageError, match="f: the file is too long; the most is 4 bytes"),
        text_file(tmp_path / "f", "", "", largest=4),
    ):
        pass


def test_a_dash_as_the_path_of_a_text_file_means_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfa\r\nb")))
    with text_file(Path("-"), "a list", "") as text:
        assert text == "a\nb"
