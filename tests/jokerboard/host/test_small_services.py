"""This machine's addresses, and reports about threads that fail."""

from __future__ import annotations

import socket
import threading

import pytest

from jokerboard.host import network
from jokerboard.host.system import loud_threads

HERE = "http://127.0.0.1:8080/"


@pytest.mark.parametrize(
    ("name", "number", "found"),
    [
        ("Table7.home.arpa", "192.168.1.7", ("http://table7.local:8080/", "http://192.168.1.7:8080/")),
        ("table7", None, ("http://table7.local:8080/",)),
        ("localhost", "10.0.0.2", ("http://10.0.0.2:8080/",)),
        ("", None, (HERE,)),
    ],
)
def test_a_page_has_an_address_by_host_name_and_one_by_ip_number(
    name: str, number: str | None, found: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    monkeypatch.setattr(network, "own_number", lambda: number)
    assert network.addresses(HERE) == found


class _Door:
    """A fake datagram socket whose local address is given."""

    def __init__(self, number: str | None) -> None:
        self._number = number

    def __enter__(self) -> _Door:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, to: tuple[str, int]) -> None:
        assert to[0] == network.ELSEWHERE
        if self._number is None:
            raise OSError(101, "Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self._number, 9


@pytest.mark.parametrize(
    ("number", "found"),
    [("192.168.1.7", "192.168.1.7"), ("127.0.0.1", None), ("0.0.0.0", None), (None, None)],
)
def test_without_a_network_this_machines_ip_number_is_none(
    number: str | None, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", lambda *_: _Door(number))
    assert network.own_number() == found


def test_a_thread_that_fails_is_reported_by_its_name_after_its_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda failure: shown.append(str(failure.exc_value)))
    before, ended = threading.excepthook, list[str]()

    def fail() -> None:
        raise ValueError("no more")

    def run(name: str) -> None:
        thread = threading.Thread(target=fail, name=name)
        thread.start()
        thread.join()

    with loud_threads(ended.append):
        run("journal")
        hook = threading.excepthook
        hook(threading.ExceptHookArgs((ValueError, ValueError("x"), None, None)))
    assert ended == ["journal", "unknown"]
    assert shown == ["no more", "x"]
    assert threading.excepthook is before
    run("later")
    assert ended == ["journal", "unknown"]
