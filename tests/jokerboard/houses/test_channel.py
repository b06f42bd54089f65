"""Packets open only with the right code, in their own direction, once, and in the present session."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.houses.channel import LARGEST, TRIES, Channel
from jokerboard.houses.code import Code
from jokerboard.houses.errors import MessageError
from tests.examples import examples

CODE = Code(bytes(range(16)))


def pair() -> tuple[Channel, Channel]:
    """Two sides that have received each other's greeting."""
    host, guest = Channel(CODE, "host"), Channel(CODE, "guest")
    host.open(guest.seal({}), 0)
    guest.open(host.seal({}), 0)
    host.open(guest.seal({}), 0)
    return host, guest


def test_a_message_is_fresh_only_if_it_answers_a_message_of_the_present_session() -> None:
    host, guest = Channel(CODE, "host"), Channel(CODE, "guest")
    greeting = host.open(guest.seal({"a": 1}), 0)
    answer = guest.open(host.seal({"b": 2}), 0)
    assert greeting is not None
    assert answer is not None
    assert (greeting.fresh, answer.fresh) == (False, True)
    assert (greeting.message, answer.message) == ({"a": 1}, {"b": 2})


def test_a_repeated_or_overtaken_packet_is_dropped() -> None:
    host, guest = pair()
    first, second = guest.seal({"n": 1}), guest.seal({"n": 2})
    assert host.open(second, 0) is not None
    assert host.open(second, 0) is None
    assert host.open(first, 0) is None


def test_a_packet_sent_to_a_former_session_of_the_receiver_is_not_fresh() -> None:
    _, guest = pair()
    kept = guest.seal({"n": 1})
    restarted = Channel(CODE, "host")
    got = restarted.open(kept, 0)
    assert got is not None
    assert not got.fresh


def test_once_the_sender_has_a_new_session_packets_of_its_old_session_are_dropped() -> None:
    host, guest = pair()
    kept = guest.seal({"n": 1})
    assert host.open(kept, 0) is not None
    again = Channel(CODE, "guest")
    again.open(host.seal({}), 0)
    assert host.open(again.seal({}), 0) is not None
    assert host.open(kept, 0) is None


@given(st.data())
@examples(200)
def test_a_packet_with_one_changed_bit_is_rejected(data: st.DataObject) -> None:
    host, guest = Channel(CODE, "host"), Channel(CODE, "guest")
    packet = bytearray(guest.seal({"play": "7H A8-A15"}))
    at = data.draw(st.integers(0, len(packet) * 8 - 1))
    packet[at // 8] ^= 1 << at % 8
    with pytest.raises(MessageError):
        host.open(bytes(packet), 0)


def test_a_packet_sealed_with_another_code_or_by_the_receivers_own_side_is_rejected() -> None:
    _, guest = pair()
    with pytest.raises(MessageError, match="code"):
        Channel(Code.fresh(), "host").open(guest.seal({}), 0)
    with pytest.raises(MessageError, match="code"):
        guest.open(Channel(CODE, "guest").seal({}), 0)


def test_after_ten_wrong_packets_in_a_minute_packets_are_not_decrypted() -> None:
    host, guest = pair()
    wrong = Channel(Code.fresh(), "guest")
    for _ in range(TRIES):
        with pytest.raises(MessageError):
            host.open(wrong.seal({}), 0)
    assert host.open(guest.seal({}), 1) is None
    assert host.open(guest.seal({}), 61) is not None


def test_the_refusal_of_a_packet_of_another_protocol_version_names_that_version() -> None:
    host, guest = pair()
    packet = guest.seal({})
    with pytest.raises(MessageError, match=r"version 2 .* install the same version"):
        host.open(bytes([2]) + packet[1:], 0)


def test_packets_with_different_cards_have_equal_lengths() -> None:
    _, guest = pair()
    assert len(guest.seal({"hand": ["7H"]})) == len(guest.seal({"hand": ["X#3", "TD#2", "9C"]}))


def test_a_message_that_is_too_large_is_not_sent() -> None:
    with pytest.raises(MessageError, match="too large"):
        Channel(CODE, "host").seal({"x": "x" * LARGEST})
