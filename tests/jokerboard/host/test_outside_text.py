"""The check of text from outside: accepted text has one canonical form and breaks no later format."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.host.outside_text import TextError, accepted, is_accepted, shown

ANYTHING = st.text(st.characters(), max_size=80)
OVERRIDES = [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]


def breaks_nothing(text: str) -> None:
    text.encode()
    assert "\n" not in text
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Zl", "Zp") for char in text)
    assert not set(text) & set(OVERRIDES)
    assert text == unicodedata.normalize("NFC", text)
    assert text == " ".join(text.split())


@given(ANYTHING)
def test_accepted_text_is_safe_to_show_canonical_and_at_most_as_long_as_the_limit(text: str) -> None:
    if is_accepted(text, 40):
        once = accepted(text, 40)
        breaks_nothing(once)
        assert 1 <= len(once) <= 40
        assert accepted(once, 40) == once


@given(ANYTHING)
def test_any_text_is_shown_in_a_safe_form_that_stays_unchanged_when_shown_again(text: str) -> None:
    once = shown(text, 40)
    breaks_nothing(once)
    assert len(once) <= 40
    assert shown(once, 40) == once


@given(ANYTHING)
def test_accepted_text_is_shown_unchanged(text: str) -> None:
    if is_accepted(text, 40):
        assert shown(text, 40) == accepted(text, 40)


@pytest.mark.parametrize(
    "bad", ["\ud800", "a\udcffb", "a\x00b", "a\nb", "a\u2028b", "\ufeffa", "a\ufffe", *OVERRIDES]
)
def test_the_refusal_of_a_text_names_the_code_point_of_its_bad_character(bad: str) -> None:
    with pytest.raises(TextError, match=r"cannot be shown: (U\+[0-9A-F]{4}|a line break)"):
        accepted(f"Ann{bad}", 40)
    assert "Ann" in shown(f"Ann{bad}", 40)


@pytest.mark.parametrize(
    "good",
    ["Zoë", "José Ñandú", "王小明", "محمد", "नी\u200dता", "👩\u200d👩\u200d👧", "O'Brien & Söhne", "ﬁ"],
)
def test_names_in_any_script_are_accepted(good: str) -> None:
    assert accepted(good, 40) == unicodedata.normalize("NFC", good)


@pytest.mark.parametrize("empty", ["", " ", "\u200d", " \u200c \u200d ", "\u00a0\u3000"])
def test_an_invisible_text_counts_as_empty(empty: str) -> None:
    with pytest.raises(TextError, match="empty"):
        accepted(empty, 40)
    accepted(empty, 40, least=0)


@pytest.mark.parametrize("other", [None, 7, b"Ann", ["Ann"], {"Ann": 1}])
def test_a_value_that_is_no_text_is_refused_and_shown_as_empty(other: object) -> None:
    with pytest.raises(TextError, match="not a text"):
        accepted(other, 40)
    assert shown(other, 40) == ""


def test_a_text_far_above_the_length_limit_is_refused_and_shown_shortened() -> None:
    with pytest.raises(TextError, match="10000000 characters; the most is 40"):
        accepted("x" * 10_000_000, 40)
    assert len(shown("x" * 10_000_000, 40)) == 40


@pytest.mark.parametrize("char", ["\ufffe", "\uffff", "\U0001fffe", "\ufdd0", "\ufdef", "\ue000", "\x7f"])
def test_noncharacters_and_private_use_characters_are_not_shown(char: str) -> None:
    assert not is_accepted(f"A{char}", 40)
    assert shown(f"A{char}B", 40) == "A B"


@pytest.mark.parametrize("char", ["\ufffd", "\ufdcf", "\ufdf0", " ", "~", "\u200d"])
def test_the_code_points_next_to_refused_ranges_are_accepted(char: str) -> None:
    assert is_accepted(f"A{char}B", 40)


def test_the_shortest_and_the_longest_text_are_accepted() -> None:
    assert is_accepted("A", 40)
    assert is_accepted("A" * 40, 40)
    assert not is_accepted("A" * 41, 40)
    assert not is_accepted("A", 40, 2)
    with pytest.raises(TextError, match="the text has fewer than 3 characters"):
        accepted("AB", 40, 3)
    with pytest.raises(TextError, match="the text has 41 characters; the most is 40"):
        accepted("A" * 41, 40)


def test_the_limit_applies_to_the_canonical_form_of_a_text() -> None:
    assert accepted("e\u0301" * 40, 40) == "é" * 40
    assert accepted(" " * 119 + "A" * 41 + " " * 0, 41) == "A" * 41
    assert is_accepted(" " * 159 + "A", 40)
    assert not is_accepted(" " * 160 + "A", 40)
    assert shown(" " * 159 + "AB", 40) == "A"
