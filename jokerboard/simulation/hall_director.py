"""A simulated director: pairs and starts the teams, and starts the next round when all tables have ended.

It uses the director's page like a person, through the same addresses and with the same token. People may
watch, acknowledge incidents, and rule at the same time.
"""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any, Final

from jokerboard.host.errors import JokerboardError
from jokerboard.journal.records import Json

WHO: Final = "the trial's director"
LOOK_EVERY: Final = 0.5
PATIENCE: Final = 30.0
"""The most seconds that an answer of the desk may take."""

TEAMS: Final = (
    ("Lucky Bears", "Dan Archer", "Lou Quick"), ("Golden Larks", "Jürgen Weiss", "Søren Hayes"),
    ("Quiet Foxes", "Ida Lund", "Bo Hale"), ("River Otters", "Mia Stone", "Leo Park"),
    ("Night Owls", "Tess Moor", "Wim Dale"), ("Tall Herons", "Una Reed", "Finn Cole"),
    ("Red Squirrels", "Kay Ford", "Ned Ash"), ("Old Badgers", "Gus Ward", "Hope Lane"),
    ("Swift Hares", "Rosa Vale", "Sam Birch"), ("Grey Wolves", "Xia Chen", "Yan Li"),
    ("Bright Wrens", "Pia Frost", "Ola Berg"), ("Salt Gulls", "Vic Shore", "Quin Bell"),
    ("Green Frogs", "Ann Pond", "Cleo Marsh"), ("Proud Robins", "Eve Barn", "Jon Field"),
    ("Shy Deer", "Zoë Glen", "Max Wood"), ("Deep Pikes", "Ivy Lake", "Rob Weir"),
)  # fmt: skip
"""The teams of the demo: sixteen teams of two, for eight tables."""


class Client:
    """Sends requests to a director's page, as a browser does."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)

    def get(self, path: str) -> Any:
        """The JSON answer of an address; raise JokerboardError with the desk's sentence if it refuses."""
        return self._ask(urllib.request.Request(f"{self.address}/{path}"))

    def post(self, name: str, body: Json) -> Any:
        """Send a command; raise JokerboardError with the desk's sentence if it refuses."""
        data = json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        return self._ask(urllib.request.Request(f"{self.address}/api/{name}", data, headers))

    def _ask(self, request: urllib.request.Request) -> Any:
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    cause = json.load(error)["error"]
                except (ValueError, KeyError, TypeError):
                    cause = f"the desk answers {error.code}"
            raise JokerboardError(cause) from error
        except (OSError, ValueError) as error:
            raise JokerboardError(f"the desk does not answer: {error}") from error


class Robot:
    """Runs a tournament on the director's page, in a thread of its own."""

    def __init__(
        self,
        address: str,
        token: str,
        tables: int,
        rounds: int,
        longest: float,
        write_line: Callable[[str], None] = print,
    ) -> None:
        """`longest`: seconds after which the director ends a round that is still being played."""
        self._longest = longest
        self._client = Client(address)
        self._token, self._tables, self._rounds, self._write_line = token, tables, rounds, write_line
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="robot", daemon=True)

    def start(self) -> None:
        """Begin as soon as all tables have reported."""
        self._thread.start()

    def stop(self) -> None:
        """Stop acting; the tournament stays as it is."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._carry_through()
        except JokerboardError as error:
            if not self._stop.is_set():
                self._write_line(f"The simulated director stops: {error}")

    def _carry_through(self) -> None:
        client = self._client
        names = self._when(self._all_here)
        if names is None:
            return
        client.post("login", {"token": self._token, "who": WHO})
        self._write_line(f"{len(names)} tables are connected; {2 * self._tables} teams are registered.")
        client.post("event/new", {"name": "The trial cup", "rounds": self._rounds, "minutes": 0, "seed": 7})
        rows = [f"{team},{one},{other}" for team, one, other in teams(2 * self._tables)]
        listed = "\n".join(("team,player1,player2", *rows))
        client.post("event/teams", {"list": listed, "file": "teams.csv"})
        client.post("event/links", {"links": [[n, name] for n, name in enumerate(names, 1)]})
        for number in range(1, self._rounds + 1):
            client.post("event/pair", {})
            client.post("event/start", {})
            began = time.monotonic()
            self._write_line(f"Round {number} of {self._rounds} has started.")
            if not self._play(number, began + self._longest):
                return
            self._write_line(f"Round {number} is over after {time.monotonic() - began:.0f} seconds.")
        self._write_line(f"The tournament is over: {client.address}/event has the standings.")

    def _all_here(self) -> list[str] | None:
        """The tables' names in the order of their titles, once all have reported; else None."""
        seen = self._client.get("api/tables")["tables"]
        here = {table["title"]: table["name"] for table in seen if table["here"]}
        wanted = [f"Table {n}" for n in range(1, self._tables + 1)]
        return [here[title] for title in wanted] if all(title in here for title in wanted) else None

    def _play(self, number: int, until: float) -> bool:
        """Wait for the round's end, and end it at the time `until`; return False if the robot was stopped."""

        def done_or_time() -> list[int] | None:
            missing = self._missing(number)
            return missing if not missing or time.monotonic() >= until else None

        missing = self._when(done_or_time)
        if missing:
            self._write_line(
                f"Time is called: {len(missing)} tables are still playing; the marbles in HOME decide."
            )
            self._client.post("event/time-out", {})
            missing = self._when(lambda: self._missing(number) or [])
            for table in missing or ():
                self._client.post("event/take", {"table": table})
            missing = self._when(lambda: None if self._missing(number) else [])
        return missing is not None

    def _missing(self, number: int) -> list[int]:
        matches = self._client.get(f"api/event/round/{number}")["matches"]
        return [match["table"] for match in matches if match["result"] is None]

    def _when(self, asked: Callable[[], Any]) -> Any:
        """Wait until `asked` returns a value other than None; return it, or None if the robot was stopped."""
        while not self._stop.is_set():
            answer = asked()
            if answer is not None:
                return answer
            self._stop.wait(LOOK_EVERY)
        return None


def teams(count: int) -> list[tuple[str, str, str]]:
    """`count` teams; when the names run out, they are used again with numbers."""
    found = []
    for n in range(count):
        name, one, other = TEAMS[n % len(TEAMS)]
        again = f" {n // len(TEAMS) + 1}" if n >= len(TEAMS) else ""
        found.append((f"{name}{again}", f"{one}{again}", f"{other}{again}"))
    return found
