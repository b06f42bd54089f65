"""A table without a screen: devices stay paired over restarts, and the log has address and code."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from jokerboard.host import network
from jokerboard.host.network import addresses
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.table.web.access import PAIRED_FILE, DevicePairing, PairedDevices
from jokerboard.table.web.app import make_app
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.jokerboard.table.web.web_client import AFAR, asking


def started(path: Path, troubles: Troubles | None = None) -> DevicePairing:
    """The pairing of a table that starts with the devices in this file."""
    kept = PairedDevices(path, Troubles() if troubles is None else troubles)
    return DevicePairing(known=kept.load(), keep=kept.keep)


def test_a_paired_device_may_still_command_after_a_restart_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / PAIRED_FILE
    pairing = started(path)

    async def pairs(http: httpx.AsyncClient) -> dict[str, str]:
        assert (await http.post("/api/pair", json={"code": pairing.code})).json() == {"ok": True}
        return dict(http.cookies)

    cookies = asking(make_app(FakeDesk(), local_only=False, pairing=pairing), pairs, address=AFAR)
    ((_, token),) = cookies.items()
    assert token not in path.read_text()

    async def looks(http: httpx.AsyncClient) -> bool:
        http.cookies.update(cookies)
        return bool((await http.get("/api/state")).json()["may_command"])

    again = make_app(FakeDesk(), local_only=False, pairing=started(path))
    assert asking(again, looks, address=AFAR)
    path.unlink()
    elsewhere = make_app(FakeDesk(), local_only=False, pairing=started(path))
    assert not asking(elsewhere, looks, address=AFAR)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"devices":["xyz"]}', '{"devices":7}'])
def test_a_damaged_file_of_devices_is_set_aside_and_reported(tmp_path: Path, content: str) -> None:
    path, troubles = tmp_path / PAIRED_FILE, Troubles()
    path.write_text(content)
    started(path, troubles)
    assert "set aside as paired.damaged-1.json, and devices have to pair again" in troubles["pairing"]
    assert (tmp_path / "paired.damaged-1.json").read_text() == content


def test_a_failure_to_save_a_paired_device_is_reported_and_the_device_stays_paired(tmp_path: Path) -> None:
    troubles = Troubles()
    pairing = started(tmp_path / "nowhere" / PAIRED_FILE, troubles)
    assert pairing.knows(pairing.pair(pairing.code, AFAR))
    assert "devices pair again after a restart" in troubles["pairing"]


def test_a_table_prints_its_page_by_host_name_and_by_ip_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Board.example")
    monkeypatch.setattr(network, "own_number", lambda: "10.0.0.7")
    assert addresses("http://127.0.0.1:8080/") == ("http://board.local:8080/", "http://10.0.0.7:8080/")
    monkeypatch.setattr(socket, "gethostname", lambda: "localhost")
    monkeypatch.setattr(network, "own_number", lambda: None)
    assert addresses("http://127.0.0.1:8080/") == ("http://127.0.0.1:8080/",)


ALONE = ("unshare", "-rn")


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode != 0,
    reason="needs user namespaces and unshare",
)
def test_a_table_that_serves_the_network_prints_its_addresses_and_the_pairing_code(tmp_path: Path) -> None:
    # The test has a network of its own, which no other computer is in.
    command = [*ALONE, sys.executable, "-m", "jokerboard", "demo", "--listen", "0.0.0.0:8080"]
    played = ("--people", "on", "--state", str(tmp_path))
    process = subprocess.Popen([*command, *played], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        lines = [process.stdout.readline() for _ in range(3)]
    finally:
        process.terminate()
        process.communicate()
    assert lines[0].startswith("The table is at http://127.0.0.1:8080/")
    assert lines[1].startswith("From other devices: http://")
    assert lines[2].startswith("To play from another device, pair it with the code ")
    assert lines[2].split()[-1].rstrip(".").isdecimal()
    assert process.returncode == 0
    assert json.loads((tmp_path / "people.json").read_text())
