"""Requests from this machine, from the network and from foreign pages are distinguished."""

from __future__ import annotations

import pytest

from jokerboard.web.errors import BadRequest
from jokerboard.web.visitors import check_host, check_origin, host_name, is_local, is_loopback, own_names


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_loopback_addresses_are_recognised(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize("address", ["192.168.1.4", "::ffff:192.168.1.4", "fe80::1", "localhost", ""])
def test_addresses_of_the_network_and_invalid_addresses_are_not_loopback(address: str) -> None:
    assert not is_loopback(address)


def test_a_request_through_a_proxy_is_not_local() -> None:
    host = {"host": "localhost:8080"}
    assert is_local("127.0.0.1", host)
    assert not is_local("127.0.0.1", host | {"x-forwarded-for": "8.8.8.8"})
    assert not is_local("127.0.0.1", host | {"forwarded": "for=8.8.8.8"})
    assert not is_local("127.0.0.1", {"host": "evil.example"})
    assert not is_local("192.168.1.4", host)


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("LocalHost:8080", "localhost"),
        ("[::1]:80", "::1"),
        ("::1", "::1"),
        ("[::1", "::1"),
        ("", ""),
        ("a.b", "a.b"),
    ],
)
def test_the_host_name_of_a_request_is_read_from_the_host_header(host: str, name: str) -> None:
    assert host_name(host) == name


def test_a_table_that_is_served_only_to_this_machine_answers_only_to_local_host_names() -> None:
    for host in ("localhost:8080", "127.0.0.1:8080", "[::1]:8080"):
        check_host(host, local_only=True, names=frozenset({"pi"}))
    for host in ("pi:8080", "192.168.1.4:8080", "evil.example:8080", ""):
        with pytest.raises(BadRequest):
            check_host(host, local_only=True, names=frozenset({"pi"}))


def test_a_table_served_to_the_network_answers_to_ip_addresses_and_its_own_names() -> None:
    for host in ("localhost:8080", "192.168.1.4:8080", "[fd00::4]:8080", "PI:8080"):
        check_host(host, local_only=False, names=frozenset({"pi"}))
    with pytest.raises(BadRequest, match=r"not called 'evil\.example'"):
        check_host("evil.example:8080", local_only=False, names=frozenset({"pi"}))


def test_one_of_this_machines_names_ends_with_local() -> None:
    assert any(name.endswith(".local") for name in own_names())


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://pi:8080"}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}],
)
def test_a_request_from_the_pages_own_origin_is_accepted(headers: dict[str, str]) -> None:
    check_origin({"host": "pi:8080"} | headers)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://pi:9090"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_request_from_a_foreign_page_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(BadRequest, match="a page of this service"):
        check_origin({"host": "pi:8080"} | headers)
