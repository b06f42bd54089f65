"""Every language has the messages of the page with the same values, and texts keep their message codes."""

from __future__ import annotations

import copy
import re
from functools import cache

import pytest
from fluent.syntax import FluentParser, ast

from engine.geometry import board
from engine.referee.verdicts import Illegal
from engine.text import Text, coded, decoded, listed
from jokerboard.journal.games.game_lines import from_json, to_json
from jokerboard.words.catalogue import (
    ENGLISH,
    FOLDER,
    FOR_PAGES,
    LANGUAGES,
    Catalogue,
    catalogue,
    words,
)
from jokerboard.words.catalogue import messages as read_messages

messages = cache(read_messages)
REFERENCE = re.compile(r"\{ ([a-z][\w-]*) \}")
OTHERS = sorted(set(LANGUAGES) - {ENGLISH})
NAMES = re.compile(r"\$(\w+)")


@cache
def own(language: str, name: str) -> dict[str, str]:
    """The messages in the language's file of that name, without the English ones that fill gaps."""
    text = (FOLDER / language / name).read_text("utf-8")
    found = re.findall(r"^([a-z][\w-]*) =", text, re.M)
    assert len(found) == len(set(found)), "a message stands twice"
    return {each: messages(language, (name,))[each] for each in found}


@cache
def values(language: str, name: str) -> frozenset[str]:
    """The values that a message uses, including those of messages inside it."""
    text = messages(language)[name]
    inner = set(REFERENCE.findall(text))
    return frozenset(NAMES.findall(text)).union(*(values(language, each) for each in inner))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_messages_is_valid_fluent(language: str) -> None:
    files = sorted((FOLDER / language).glob("*.ftl"))
    assert files
    for path in files:
        body = FluentParser().parse(path.read_text("utf-8")).body
        assert [entry.content for entry in body if isinstance(entry, ast.Junk)] == [], path
        assert len(own(language, path.name)) == sum(isinstance(entry, ast.Message) for entry in body)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_message_of_the_page(language: str) -> None:
    for name in FOR_PAGES:
        assert own(ENGLISH, name).keys() - own(language, name).keys() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_translated_message_uses_only_values_that_the_english_message_has(language: str) -> None:
    known = messages(ENGLISH)
    wrong = {
        each for each in known if not values(language, each) <= values(ENGLISH, each) | {"rank", "cards", "n"}
    }
    assert wrong == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_that_only_a_translation_has_is_used_by_another_message(language: str) -> None:
    known = messages(ENGLISH).keys()
    added = {each for name in FOR_PAGES for each in own(language, name)} - known
    text = "\n".join(messages(language).values())
    assert {each for each in added if f"{{ {each} }}" not in text} == set()


def test_no_english_message_is_in_two_files_of_messages() -> None:
    files = [own(ENGLISH, path.name).keys() for path in (FOLDER / ENGLISH).glob("*.ftl")]
    assert sum(map(len, files)) == len(set[str]().union(*files))


PLAY = words("play-moves", who="Ann", source="A8", target="A14", rank="six", cards="")
TEXT = Text(
    "A 5 moves five holes.", "effects", play=PLAY, effects=listed((PLAY, Text("START", "start")), "and")
)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ann moves a marble from A8 to A14 with a six."),
        ("de", "Ann zieht mit einer Sechs eine Murmel von A8 nach A14."),
        ("es", "Ann mueve una canica de A8 a A14 con un seis."),
        ("fr", "Ann avance une bille de A8 à A14 avec un six."),
        ("nl", "Ann zet een knikker van A8 naar A14 met een zes."),
    ],
)
def test_a_play_has_a_sentence_in_every_language(language: str, sentence: str) -> None:
    assert catalogue(language).worded(Text("", "sentence", of=PLAY)) == sentence


def test_a_list_has_the_languages_word_for_and_or_for_or_before_its_last_item() -> None:
    assert catalogue("en").listed(["A8", "A9", "B1"], "or") == "A8, A9 or B1"
    assert catalogue("de").listed(["A8", "A9", "B1"], "and") == "A8, A9 und B1"
    assert catalogue("fr").listed([], "and") == ""


def test_a_seat_is_called_by_its_players_name() -> None:
    turn = Text("", "turn-of", who=Text("B", "seat", seat="B"))
    assert catalogue("en").worded(turn, {"B": "Bo"}) == "It is Bo's turn"
    assert catalogue("de").worded(turn) == "Platz B ist am Zug"


def test_an_unknown_message_code_or_a_missing_value_raises_an_error() -> None:
    with pytest.raises(KeyError):
        words("no-such-message")
    with pytest.raises(KeyError):
        words("turn-of")


def test_a_text_with_an_unknown_message_code_is_shown_as_it_was_written() -> None:
    assert catalogue("de").worded(Text("As it was.", "from-the-future")) == "As it was."


def test_numbers_in_messages_have_no_thousands_separators() -> None:
    assert "8080" in words("listen.in-use", port=8080, host="h")


def test_a_text_keeps_its_message_codes_in_json_copies_and_exceptions() -> None:
    pair = coded({"text": TEXT, "steps": [TEXT, "plain"], "n": 1})
    assert pair["text"] == "A 5 moves five holes."
    assert pair["say"]["steps"][1] is None
    again = decoded(pair["text"], pair["say"]["text"])
    for kept in (again, copy.deepcopy(TEXT), str(ValueError(TEXT))):
        assert isinstance(kept, Text)
        assert catalogue("nl").worded(kept) == catalogue("nl").worded(TEXT)


def test_a_verdict_keeps_its_message_codes_in_json_and_can_be_read_without_them() -> None:
    four = board(4)
    verdict = Illegal(1.0, 0, "wrong-count", Text("A 5 does not.", "wrong-no-card", trip=Text("x", "start")))
    back = from_json(coded(to_json(verdict, four)), four)
    assert isinstance(back, Illegal)
    assert isinstance(back.text, Text)
    assert back.text.code == "wrong-no-card"
    old = from_json(to_json(verdict, four), four)
    assert isinstance(old, Illegal)
    assert not isinstance(old.text, Text) or old.text.code == "wrong-no-card"


def test_a_catalogue_can_be_made_from_given_messages() -> None:
    assert Catalogue("xx", {"hello": "hello = ⟦{ $who }⟧"}).words("hello", who="Ann") == "⟦Ann⟧"
