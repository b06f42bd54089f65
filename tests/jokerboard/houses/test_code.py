"""Codes that people type, and links that contain them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.houses.code import ALPHABET, Code, link, parse_link
from jokerboard.houses.errors import CodeError
from jokerboard.houses.invitations import Invitations, Membership, load
from tests.examples import examples


@given(st.binary(min_size=16, max_size=16))
@examples(300)
def test_a_games_code_is_parsed_back_from_its_text(secret: bytes) -> None:
    text = Code(secret).text()
    assert Code.parse(text).secret == secret
    assert Code.parse(text.lower().replace("0", "o").replace("1", "l").replace("-", " ")).secret == secret


@given(st.binary(min_size=16, max_size=16), st.integers(0, 26), st.sampled_from(ALPHABET))
@examples(300)
def test_a_code_with_one_wrong_character_is_refused(secret: bytes, at: int, sign: str) -> None:
    signs = list(Code(secret).text().replace("-", ""))
    if signs[at] == sign:
        return
    signs[at] = sign
    with pytest.raises(CodeError):
        Code.parse("".join(signs))


@given(st.binary(min_size=16, max_size=16), st.integers(0, 25))
@examples(300)
def test_a_code_with_two_neighbouring_characters_exchanged_is_refused(secret: bytes, at: int) -> None:
    signs = list(Code(secret).text().replace("-", ""))
    if signs[at] == signs[at + 1]:
        return
    signs[at], signs[at + 1] = signs[at + 1], signs[at]
    with pytest.raises(CodeError):
        Code.parse("".join(signs))


def test_a_code_stored_by_an_earlier_version_is_loaded_with_todays_check_character(tmp_path: Path) -> None:
    code = Code(bytes(range(16)))
    before = code.text()[:-1] + ("0" if code.text()[-1] != "0" else "1")
    Invitations(host=Membership(before, "mqtt://x")).save(tmp_path)
    assert load(tmp_path) == Invitations(host=Membership(code.text(), "mqtt://x"))


@pytest.mark.parametrize("text", ["", "hello", "7" * 27, "7" * 200, "ÄÖÜ", "jokerboard:join?via=x"])
def test_an_invalid_code_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(CodeError, match="code"):
        parse_link(text)


def test_a_join_link_contains_the_code_and_the_address() -> None:
    code = Code(bytes(range(16)))
    assert parse_link(link(code, "mqtts://broker.example:8883")) == (code, "mqtts://broker.example:8883")
    assert parse_link(code.text()) == (code, None)


def test_the_rendezvous_and_the_repr_of_a_code_do_not_reveal_the_secret() -> None:
    code = Code(bytes(range(16)))
    assert code.rendezvous == Code(bytes(range(16))).rendezvous
    assert code.rendezvous != Code.fresh().rendezvous
    assert code.secret.hex() not in repr(code) + code.rendezvous
