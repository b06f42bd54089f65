"""`jokerboard cards`: tags are taught by typing and by a card reader; printed labels can be read."""

from __future__ import annotations

import importlib
import io
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from hardware.clock import VirtualClock
from hardware.parts.rfid_module.twin import rdm6300_frame
from hardware.twin.pty_reader import PtyReader
from jokerboard.cli.main import main
from jokerboard.host.system import install_line
from jokerboard.table.serving.decks import Decks, cards_of
from wiring.papers.labels import labels


def enroll(
    lines: str, state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["cards", "enroll", "--state", str(state)]) == 0
    return capsys.readouterr().out.splitlines()


def test_typed_tags_are_stored_at_once_and_teaching_can_be_resumed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = enroll("T1\nT2\nu\n\nT3\nq\nT4\n", tmp_path / "new", monkeypatch, capsys)
    assert lines[0].startswith("Teaching 54 cards; u: undo, s: skip")
    assert lines[-1] == "3 of 54: lay the 3 of clubs (3C)."
    path = tmp_path / "new" / "decks.toml"
    assert Decks.load(path).tags == {"T1": "AC", "T3": "2C"}
    lines = enroll("s\nT5\n", tmp_path / "new", monkeypatch, capsys)
    assert lines[1] == "3 of 54: lay the 3 of clubs (3C)."
    assert Decks.load(path).tags == {"T1": "AC", "T3": "2C", "T5": "4C"}


def test_teaching_ends_once_every_card_has_a_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tags = "".join(f"T{at}\n" for at in range(60))
    assert enroll(tags, tmp_path, monkeypatch, capsys)[-1] == "54 of 54 cards are taught."
    assert enroll("", tmp_path, monkeypatch, capsys)[-1] == "54 of 54 cards are taught."
    assert main(["cards", "list", "--state", str(tmp_path)]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert (listed[0], listed[-1]) == ("AC     T0", "54 of 54 cards are taught")


def test_cards_without_a_tag_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decks = Decks()
    for at, card in enumerate(cards_of(1, 2)[:-2]):
        decks = decks.teach(f"T{at}", card)
    decks.save(tmp_path / "decks.toml")
    assert main(["cards", "list", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "52 of 54 cards are taught; missing: X#1 X#2"


def test_tags_are_taught_by_a_card_reader_even_after_the_reader_was_unplugged_and_replugged(
    tmp_path: Path,
) -> None:
    far = PtyReader(tmp_path / "reader", VirtualClock(), rdm6300_frame, repeat=None)
    command = [sys.executable, "-m", "jokerboard", "cards", "enroll", "--state", str(tmp_path)]
    command += ["--reader", "rdm6300", "--port", str(tmp_path / "reader")]
    with subprocess.Popen(
        command, cwd=Path(__file__).parents[3], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None
        output = ""

        def until(sentence: str, laid: str | None = None) -> None:
            """Wait until the sentence is printed; meanwhile the reader reads the tag of the laid card."""
            nonlocal output
            for _ in range(1200):
                if sentence in output:
                    output = output.split(sentence, 1)[1]
                    return
                if select.select([stdout], [], [], 0.05)[0]:
                    output += os.read(stdout.fileno(), 4096).decode()
                elif laid is not None:
                    far.send(rdm6300_frame(laid))
            process.kill()
            raise AssertionError(f"{sentence!r} was never said; heard: {output}")

        until("lay the ace of clubs")
        until("010063E9AE is the ace of clubs (AC).", laid="010063E9AE")
        far.unplug()
        until("reader table: it was unplugged; plug it in again.")
        far.plug_in()
        until("reader table answers again.")
        until("0C000621A5 is the 2 of clubs (2C).", laid="0C000621A5")
        stdin.write(b"what?\nu\nq\n")
        stdin.flush()
        until("u: undo, s: skip")
        until("0C000621A5 is forgotten.")
        assert process.wait(timeout=30) == 0
    far.close()
    assert Decks.load(tmp_path / "decks.toml").tags == {"010063E9AE": "AC"}


@pytest.mark.parametrize(
    ("arguments", "refusal", "code"),
    [
        ("enroll --reader pn532", "--reader pn532 needs --port, one of the ports in /dev/serial/by-id", 2),
        ("print --decks 0", "--decks takes 1 to 20, and --jokers takes 0 to 4", 2),
        (
            "print --decks 1 --out /nowhere/cards.pdf",
            "the labels cannot be written to /nowhere/cards.pdf: No such file",
            1,
        ),
        ("enroll --state /dev/null/x", "the state directory /dev/null/x cannot be made: Not a directory", 1),
        ("list --state /dev/null", "the decks in /dev/null/decks.toml cannot be read: Not a directory", 1),
    ],
)
def test_an_impossible_cards_command_is_refused_in_one_line_with_a_remedy(
    arguments: str, refusal: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("reportlab", reason="pip install -c constraints.txt -e '.[cards]'")
    assert main(["cards", *arguments.split()]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"jokerboard: {refusal}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("code", "decks"), [("qr", 1), ("code128", 2)])
def test_every_printed_label_can_be_read_as_its_card(code: str, decks: int, tmp_path: Path) -> None:
    for name in ("reportlab", "pypdfium2", "zxingcpp"):
        pytest.importorskip(name, reason="pip install -c constraints.txt -e '.[dev]'")
    pypdfium2: Any = importlib.import_module("pypdfium2")
    zxingcpp: Any = importlib.import_module("zxingcpp")

    out = tmp_path / "cards.pdf"
    assert main(["cards", "print", "--decks", str(decks), "--code", code, "--out", str(out)]) == 0
    pdf = pypdfium2.PdfDocument(out)
    read = [
        barcode.text
        for page in pdf
        for barcode in zxingcpp.read_barcodes(page.render(scale=300 / 72).to_pil())
    ]
    pdf.close()
    assert sorted(read) == sorted(map(str, cards_of(decks, 2)))
    assert all(str(Card.parse(text)) == text for text in read)


def test_equal_labels_give_equal_files_and_more_than_65_labels_fill_a_second_page() -> None:
    pytest.importorskip("reportlab", reason="pip install -c constraints.txt -e '.[cards]'")
    cards = cards_of(2, 2)[:66]
    assert labels(cards[:5]) == labels(cards[:5])
    assert [labels(cards)[1], labels(cards[:65])[1]] == [2, 1]


def test_a_missing_reportlab_is_reported_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    assert main(["cards", "print"]) == 1
    assert capsys.readouterr().err == (
        "jokerboard: printing labels needs reportlab, which is not installed:"
        f" {install_line('jokerboard[cards]')}\n"
    )


def test_each_typed_answer_is_confirmed_by_a_sentence_before_the_next_card_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = enroll("T1\nT1\ns\nu\nq\n", tmp_path, monkeypatch, capsys)
    assert lines[1].startswith("1 of 54: ")
    assert lines[2] == "T1 is the ace of clubs (AC)."
    assert len(lines) == 10
    # Every second line asks for a card, the others answer: the tag is used, a card is skipped, and so on.
    assert [": lay the " in line for line in lines[1:]] == [True, False] * 4 + [True]
