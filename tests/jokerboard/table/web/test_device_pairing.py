"""Pairing devices: the code, the paired devices, and the limit on wrong guesses."""

from __future__ import annotations

import pytest

from jokerboard.table.web.access import DEVICES, DevicePairing, new_code
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import TRIES_OF_ALL, TRIES_OF_ONE, WINDOW
from tests.programs import tries


class Hours:
    """A clock whose time the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wrong(pairing: DevicePairing) -> str:
    return "000000" if pairing.code != "000000" else "000001"


def test_a_device_paired_with_the_right_code_gets_a_token_that_is_accepted() -> None:
    pairing = DevicePairing()
    token = pairing.pair(pairing.code, "10.0.0.2")
    assert pairing.knows(token)
    assert not pairing.knows(token + "x")
    assert not pairing.knows(None)
    assert not pairing.knows("\udcff")


def test_a_pairing_code_works_only_once() -> None:
    pairing = DevicePairing()
    code = pairing.code
    pairing.pair(code, "10.0.0.2")
    for _ in tries("the next code is another one"):
        if pairing.code != code:
            break
        pairing.pair(code, "10.0.0.2")
    with pytest.raises(BadRequest) as refused:
        pairing.pair(code, "10.0.0.3")
    assert refused.value.status == 401


def test_a_pairing_code_has_six_digits() -> None:
    assert all(len(code) == 6 and code.isdecimal() for code in (new_code() for _ in range(200)))


def test_after_five_wrong_pairing_codes_even_the_right_code_is_refused_for_a_minute() -> None:
    clock = Hours()
    pairing = DevicePairing(clock)
    for _ in range(TRIES_OF_ONE):
        with pytest.raises(BadRequest, match="not the code"):
            pairing.pair(wrong(pairing), "10.0.0.2")
    with pytest.raises(BadRequest, match="wait a minute") as refused:
        pairing.pair(pairing.code, "10.0.0.2")
    assert refused.value.status == 429
    assert pairing.knows(pairing.pair(pairing.code, "10.0.0.3")), "another address may still pair"
    clock.now += WINDOW
    assert pairing.knows(pairing.pair(pairing.code, "10.0.0.2"))


def test_wrong_pairing_codes_from_many_addresses_share_one_limit() -> None:
    pairing = DevicePairing(Hours())
    for guess in range(TRIES_OF_ALL):
        with pytest.raises(BadRequest, match="not the code"):
            pairing.pair(wrong(pairing), f"10.0.0.{guess}")
    with pytest.raises(BadRequest, match="wait a minute"):
        pairing.pair(pairing.code, "10.0.1.1")


def test_beyond_the_limit_of_devices_the_device_paired_longest_ago_is_forgotten() -> None:
    pairing = DevicePairing()
    tokens = [pairing.pair(pairing.code, "10.0.0.2") for _ in range(DEVICES + 1)]
    assert [pairing.knows(token) for token in tokens] == [False] + [True] * DEVICES
