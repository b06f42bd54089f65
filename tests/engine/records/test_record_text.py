"""Game records as text: printed, read back, also if mail programs changed them, or refused with the line."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Rank
from engine.errors import EngineError, NotationError, RecordError, RulesError
from engine.position import Position
from engine.records.record import Entry, Laid, Passed, Placed, Record, Reshuffled, as_comment
from engine.records.recorded_game import judge
from engine.records.text import entry_text, parse_records, print_record, print_records
from engine.rules.rule_sets import RULES
from tests.engine.records.sample_records import parse_record, played, records, written
from tests.examples import examples

EXAMPLE = re.search(
    r"```\n(.*?)```",
    (Path(__file__).parents[3] / "docs/game-record.md").read_text(encoding="utf-8"),
    re.DOTALL,
)
assert EXAMPLE
EMPTY = Record(RULES["texas"], Position.parse("-/-/-/- A"))


@examples(120)
@given(records())
def test_a_printed_record_is_parsed_to_an_equal_record(record: Record) -> None:
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


@examples(60)
@given(records(), st.sampled_from(("\n", "\r\n", "\r")), st.integers(0, 2))
def test_a_record_quoted_in_a_mail_is_parsed_to_an_equal_record(
    record: Record, newline: str, quoted: int
) -> None:
    text = print_record(record)
    text = "".join(f"{'> ' * quoted}{line}{newline}" for line in text.split("\n"))
    mail = f"Hi Ann,{newline}here is our game:{newline}\ufeff{text}{newline}-- {newline}Bob [at home] {{}}"
    assert parse_record(mail) == record


@pytest.mark.parametrize("width", [30, 50, 120, 100_000])
def test_a_record_with_different_line_breaks_is_parsed_to_an_equal_record(width: int) -> None:
    text = print_record(played("own-deck", 4, 1, 80))
    bent = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    assert parse_record(bent) == parse_record(text)


def test_typographic_quotes_and_dashes_in_a_record_are_read() -> None:
    text = written("1. A: KH As-A8 {why “not”?} 2. B: 9C -- 3. C: 8H -- *", tags='[A "Ann"]')
    bent = text.replace('"Ann"', "“Ann”").replace("As-", "As–").replace(" --", " —", 1).replace("--", "–")
    assert parse_record(bent.replace(" ", "\xa0")) == parse_record(text)
    assert parse_record(text.replace("As-A8", "As-\n> A8")) == parse_record(text)
    assert parse_record(text.replace("8H --", "8H -- ABANDONED").replace("*", "")).abandoned


def test_the_documented_example_of_a_record_is_canonical_and_legal() -> None:
    assert EXAMPLE
    record = parse_record(EXAMPLE[1])
    assert print_record(record) == EXAMPLE[1]
    assert judge(record).fault is None


def test_a_printed_line_of_a_record_has_at_most_78_characters_and_never_looks_quoted() -> None:
    remark = as_comment("word > " * 60)
    record = replace(EMPTY, entries=(Entry(Reshuffled(), remark),), comment=remark)
    lines = print_record(record).splitlines()
    assert max(map(len, lines)) <= 78
    assert not any(line.startswith(">") for line in lines)


def test_a_text_may_have_several_records_one_after_another() -> None:
    two = (played("texas", 4, 1, 12), played("pegs-and-jokers", 2, 2, 9))
    assert parse_records(print_records(two)) == two


def test_a_record_may_have_cards_without_a_suit_and_unknown_cards() -> None:
    record = parse_record(written("A: KJQT A8-A17 B: ? -- C: X#2 -- *", "A8/-/-/- A"))
    shown = [entry_text(entry, record) for entry in record.entries]
    assert shown == ["A: TJQK A8-A17", "B: ? --", "C: X#2 --"]


def test_a_record_keeps_house_rules_and_their_title() -> None:
    rules = replace(RULES["texas"].with_switches({"ace_11": "off", "hand_size": "6"}), title='Our "own"')
    record = replace(EMPTY, rules=rules, teams=4)
    assert '[Set "ace_11=off, hand_size=6"]' in print_record(record)
    assert parse_record(print_record(record)) == record


HEAD = '[Record "1"]\n[Rules "texas"]\n[Position "-/-/-/- A"]\n'
REFUSED = (
    ("", "line 1: no game"),
    ("Dear Ann, nothing today", "line 1: no game"),
    ('Hi\n[Rules "texas"]\n', "line 2: this looks like a game"),
    ("Hi\n\n12. A: KH As-A8 *", "line 3: this looks like a game"),
    ('[Record "2"]\n[Rules "texas"]\n[Position "-/-/-/- A"] *', "line 1: Record: .* version 1"),
    ('[Record "1"]\n[Position "-/-/-/- A"] *', "line 1: this game has no tag Rules"),
    ('[Record "1"]\n[Rules "texas"] *', "line 1: this game has no tag Position"),
    ('[Record "1"]\n[Rules "skat"]\n[Position "-/-/-/- A"] *', "line 2: Rules: no rule set"),
    ('[Record "1"]\n[Rules "texas"]\n[Position "-/-/- A"] *', "line 3: .* 4, 6 players"),
    ('[Record "1"]\n[Rules "texas"]\n[Position "-/-/-/- E"] *', "line 3: Position: "),
    (HEAD + '[Rules "texas"] *', "line 4: there are two tags Rules"),
    (HEAD + '[note "a"] *', "line 4: a tag begins with a capital letter"),
    (HEAD + '[Set "ace_11"] *', "line 4: Set: a switch is written"),
    (HEAD + '[Set "ace_11=on ace_11=off"] *', "line 4: Set: a switch is written"),
    (HEAD + '[Set "ace_11=maybe"] *', "line 4: Set: switch ace_11 is off, on"),
    (HEAD + '[Teams "x"] *', "line 4: Teams: the number of teams is written"),
    (HEAD + '[Teams "7"] *', "line 3: 4 players make"),
    (HEAD + '[Seed "x"] *', "line 3: .* both a seed and a dealer"),
    (HEAD + '[Seed "x"]\n[Dealer "E"] *', "line 5: Dealer: no seat"),
    (HEAD + '[Dealer "AB"] *', "line 4: Dealer: no seat"),
    (HEAD + '[Draw "often"] *', "line 4: Draw: draws are"),
    (HEAD + '[Event "\\Uffffffff"] *', "line 4: no character"),
    (HEAD + "[Event Ann] *", "line 4: a tag is written"),
    (HEAD + "A: KH As-A8", "line 4: the game breaks off"),
    (HEAD + 'A: KH As-A8\n[A "Ann"] *', "line 4: the game breaks off"),
    (HEAD + "A: KH As-A8\n{never closed *", "line 5: '{' stands alone"),
    (HEAD + "A: KH As-A8\n] *", "line 5: ']' stands alone"),
    (HEAD + "1. A: KH As-A8\n3. B: 9C -- *", "line 5: this should be play 2, not 3"),
    (HEAD + "A KH As-A8 *", "line 4: a seat such as A: is expected before 'A'"),
    (HEAD + "E: KH As-A8 *", "line 4: no seat is called 'E'"),
    (HEAD + "A: ZZ As-A8 *", "line 4: no card is written 'ZZ'"),
    (HEAD + "A: TT As-A8 *", "line 4: a rank is named twice"),
    (HEAD + "A: KH\nB: 9C -- *", "line 4: after KH the legs are missing"),
    (HEAD + "A: KH As-A18 *", "line 4: no hole"),
    (HEAD + "A:\n", "line 4: a card and its legs, `pass` or `draw` is missing"),
    (HEAD + "1.\n{so} *", "line 4: a play is missing"),
    (HEAD + "A: draw 1H *", "line 4: no card"),
    (HEAD + "position A8/-/-/-", "line 4: the seat to play is missing"),
    (HEAD + "position A8/-/- A *", "line 4: this position has other seats"),
    (HEAD + "position A8,A8/-/-/- A *", "line 4: two marbles"),
    (HEAD + "won", "line 4: the winners' seats is missing"),
    (HEAD + "won CA", "line 4: the winners are seats of the table"),
    (HEAD + "won AX", "line 4: no seat is called 'X'"),
)


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_the_refusal_of_a_record_names_the_line_and_the_fault(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_records(text)


def test_a_record_with_plays_of_an_empty_seat_is_refused() -> None:
    head = '[Record "1"] [Rules "pegs-and-jokers"] [Position "-/./-/. A"]\n'
    with pytest.raises(RecordError, match="line 2: nobody sits at B"):
        parse_record(head + "B: KH Bs-B8 *")


HEADS = ('[Record "1"]', '[Rules "texas"]', '[Position "-/-/-/- A"]')
PIECES = (
    "A:",
    "1.",
    "KH",
    "As-A8",
    "--",
    "{",
    "}",
    "[",
    "]",
    '"',
    "won",
    "AC",
    "*",
    "position",
    "-/-/-/-",
    "B",
    "pass",
    "draw",
    "reshuffle",
    ">",
    "\\",
    "A8-",
    "—",
    "?",
)
words = st.sampled_from((*HEADS, *PIECES, "\n")) | st.text(max_size=4)


def read_or_refused(text: str) -> None:
    """Check that the text is read and can be printed again, or is refused with one of its lines."""
    error = None
    try:
        found = parse_records(text)
    except RecordError as refusal:
        error = refusal
    if error is None:
        assert parse_records(print_records(found)) == found
    else:
        assert re.match(r"line [0-9]+: .", str(error))
        assert 0 < error.line <= text.count("\n") + text.count("\r") + 1


@examples(300)
@given(st.lists(words, max_size=25), st.sampled_from((HEAD, "")))
def test_any_text_is_parsed_to_records_or_refused_with_a_line_number(parts: list[str], head: str) -> None:
    read_or_refused(head + " ".join(parts))


@examples(100)
@given(st.data())
def test_a_damaged_record_is_parsed_or_refused_with_a_line_number(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(_GAMES))
    at = data.draw(st.integers(0, len(text)))
    to = data.draw(st.integers(at, min(len(text), at + 30)))
    read_or_refused(text[:at] + data.draw(st.text(max_size=3)) + text[to:])


_GAMES = [print_record(played("texas", 4, 1, 30)), print_record(played("joker-board", 6, 2, 20))]


@pytest.mark.parametrize("text", ["[" * 200_000, HEAD + "{" * 200_000, "\n " * 200_000, "[ Record" * 60_000])
def test_a_long_text_without_a_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_records(text)


def test_a_record_with_values_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(NotationError, match="single spaces"):
        Entry(Reshuffled(), "two  spaces")
    with pytest.raises(NotationError, match="no braces"):
        replace(EMPTY, comment="}")
    with pytest.raises(NotationError, match="several cards"):
        Laid(0, (Card(Rank.KING), Card(Rank.JACK)))
    with pytest.raises(NotationError, match="further tag"):
        replace(EMPTY, tags=(("Rules", "x"),))
    with pytest.raises(NotationError, match="other seats"):
        replace(EMPTY, entries=(Entry(Placed(Position.parse("-/./-/. A"))),))
    with pytest.raises(NotationError, match="nobody sits at E"):
        replace(EMPTY, entries=(Entry(Passed(4)),))
    with pytest.raises(NotationError, match="given up"):
        replace(EMPTY, abandoned=True, winners=(0, 2))
    with pytest.raises(NotationError, match="to play is E"):
        Record(RULES["texas"], EMPTY.start.with_turn(4))
    with pytest.raises(RulesError, match="dealer cannot be E"):
        replace(EMPTY, seed="", dealer=4)
    with pytest.raises(EngineError):
        print_record(replace(EMPTY, rules=replace(RULES["texas"], name="ours")))
    assert str(RecordError("so", 0)) == "so"


def test_players_names_are_written_as_tags_of_a_record() -> None:
    record = parse_record(written("*", tags='\n[C "Cleo"]'))
    assert (record.name(2), record.name(0)) == ("Cleo", "A")


@pytest.mark.parametrize(
    "value", ["", " ", "a ", " a", "a  b", "\n", 'say "so" \\', "“x”", "\U0001f0cf\u200b", "\ud800"]
)
def test_a_tag_of_a_record_may_have_any_text(value: str) -> None:
    record = replace(EMPTY, tags=(("Event", value),))
    assert parse_record(print_record(record)) == record


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("10D", "TD"), ("K♥", "KH"), ("K♥\ufe0f", "KH"), ("T♦", "TD"), ("10♢", "TD"), ("kh", "KH"),
        ("♠a", "AS"), ("h7", "7H"), ("Joker", "X"), ("Jo", "X"), ("joker#2", "X#2"), ("🃏", "X"),
        ("10d#2", "TD#2"), ("10", "T"),
        ("q", "Q"), ("tjqk", "TJQK"), ("10JQK", "TJQK"), ("JK", "JK"), ("9C#10", "9C#10"),
    ],
)  # fmt: skip
def test_a_typed_card_is_written_in_its_canonical_form(typed: str, written: str) -> None:
    head = '[Record "1"]\n[Rules "texas"]\n[Position "-/-/-/- A"]\n\n'
    record = parse_record(f"{head}1. A: {typed} --\n*\n")
    assert f"1. A: {written} --" in print_record(record)
    assert parse_record(print_record(record)).entries == record.entries


@pytest.mark.parametrize("typed", ["1D", "11D", "KHX", "hh", "0", "10DD", "JokerH", "♥", "K♥♥"])
def test_a_word_that_is_not_a_card_is_refused(typed: str) -> None:
    head = '[Record "1"]\n[Rules "texas"]\n[Position "-/-/-/- A"]\n\n'
    with pytest.raises(RecordError, match="line 5: no card is written"):
        parse_record(f"{head}1. A: {typed} --\n*\n")
