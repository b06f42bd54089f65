"""The simulated director at a desk with scripted answers: its requests and its printed lines, in order."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.host.errors import JokerboardError
from jokerboard.simulation import hall_director
from jokerboard.simulation.hall_director import Client, Robot
from tests.programs import PATIENCE, until


class Desk:
    """A desk of two tables whose matches end after some requests; it keeps the commands that it is sent."""

    def __init__(self, looks: int = 2, late: int = 0) -> None:
        """A round is over when it has been read `looks` times; if `late`, table 2 ends only on request."""
        self.address = "http://desk"
        self.sent: list[tuple[str, Any]] = []
        self._looks, self._late, self._seen = looks, late, 0
        self.taken: set[int] = set()
        self.asked = 0

    def get(self, path: str) -> Any:
        self.asked += 1
        if path == "api/tables":
            here = [
                {"title": f"Table {n}", "name": f"t{n}", "here": self.asked > 1 or n < 2} for n in (2, 1, 3)
            ]
            return {"tables": here}
        assert path == f"api/event/round/{sum(name == 'event/start' for name, _ in self.sent)}"
        self._seen += 1
        playing = {1, 2} if self._seen < self._looks else {2} if self._late else set()
        matches = [{"table": n, "result": None if n in playing - self.taken else "won"} for n in (1, 2)]
        return {"matches": matches}

    def post(self, name: str, body: Any) -> None:
        if name == "event/pair":
            self._seen, self.taken = 0, set()
        if name == "event/take":
            self.taken.add(body["table"])
        self.sent.append((name, body))


def directed(desk: Any, monkeypatch: pytest.MonkeyPatch, rounds: int = 2, longest: float = 1e6) -> list[str]:
    """Let the director direct this desk to the end without real pauses; return the lines that it prints."""
    monkeypatch.setattr(hall_director, "Client", lambda _address: desk)
    monkeypatch.setattr(hall_director, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(hall_director, "time", SimpleNamespace(monotonic=lambda: 100.0))
    printed: list[str] = []
    robot = Robot("http://desk", "token", 2, rounds, longest, printed.append)
    robot.start()
    until(lambda: not robot._thread.is_alive())
    return printed


def test_a_simulated_director_sets_up_a_tournament_and_pairs_and_starts_each_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk()
    printed = directed(desk, monkeypatch)
    assert [name for name, _ in desk.sent] == [
        "login", "event/new", "event/teams", "event/links",
        "event/pair", "event/start", "event/pair", "event/start",
    ]  # fmt: skip
    bodies = dict(desk.sent)
    assert bodies["login"] == {"token": "token", "who": hall_director.WHO}
    assert bodies["event/new"] == {"name": "The trial cup", "rounds": 2, "minutes": 0, "seed": 7}
    assert bodies["event/links"] == {"links": [[1, "t1"], [2, "t2"]]}
    assert bodies["event/teams"]["list"].splitlines()[:2] == [
        "team,player1,player2", "Lucky Bears,Dan Archer,Lou Quick",
    ]  # fmt: skip
    assert len(bodies["event/teams"]["list"].splitlines()) == 5
    assert printed == [
        "2 tables are connected; 4 teams are registered.",
        "Round 1 of 2 has started.", "Round 1 is over after 0 seconds.",
        "Round 2 of 2 has started.", "Round 2 is over after 0 seconds.",
        "The tournament is over: http://desk/event has the standings.",
    ]  # fmt: skip


def test_a_round_that_takes_too_long_is_ended_and_every_late_tables_result_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(late=1)
    printed = directed(desk, monkeypatch, rounds=1, longest=0.0)
    assert desk.sent[-2:] == [("event/time-out", {}), ("event/take", {"table": 2})]
    assert any(line.startswith("Time is called: 2 tables are still playing") for line in printed)
    assert printed[-1].startswith("The tournament is over")


def test_a_simulated_director_reports_a_refusal_of_the_desk_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk()

    def refuse(_name: str, _body: Any) -> None:
        raise JokerboardError("log in first")

    monkeypatch.setattr(desk, "post", refuse)
    assert directed(desk, monkeypatch) == ["The simulated director stops: log in first"]


def test_a_stopped_simulated_director_sends_and_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, looked = Desk(), threading.Event()

    def nobody(_path: str) -> Any:
        looked.set()
        return {"tables": []}

    monkeypatch.setattr(desk, "get", nobody)
    monkeypatch.setattr(hall_director, "Client", lambda _address: desk)
    printed: list[str] = []
    robot = Robot("http://desk", "token", 2, 1, 1e6, printed.append)
    robot.start()
    assert looked.wait(PATIENCE)
    robot.stop()
    assert (desk.sent, printed) == ([], [])


class Answers(http.server.BaseHTTPRequestHandler):
    """A server that answers `api/STATUS` with that status and a JSON error, and `plain` with text."""

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self._answer()

    def _answer(self) -> None:
        status = int(self.path.rpartition("/")[2]) if self.path[-1].isdigit() else 200
        body = b"<html>" if "plain" in self.path else json.dumps({"error": f"No, {status}."}).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def answering() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        serving.join()


def test_each_refusal_of_a_desk_is_reported_by_its_sentence_or_its_status() -> None:
    with answering() as address:
        client = Client(address)
        assert client.post("200", {}) == {"error": "No, 200."}
        assert client.get("anything") == {"error": "No, 200."}
        with pytest.raises(JokerboardError, match=r"^No, 403\.$"):
            client.get("api/403")
        with pytest.raises(JokerboardError, match=r"^the desk answers 500$"):
            client.get("plain/500")
        with pytest.raises(JokerboardError, match="the desk does not answer: "):
            client.get("plain")
    with pytest.raises(JokerboardError, match="the desk does not answer: "):
        client.get("api/tables")
