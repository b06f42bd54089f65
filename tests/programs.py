"""Run `jokerboard` in this process or as a process, and wait for what it does."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any, Self

import pytest

from jokerboard.cli.main import main

PATIENCE = 240.0
"""The most seconds to wait for anything, even on a busy machine."""

HEADLESS = ("demo", "--headless", "--fast", "--until-over")
"""Arguments for a whole game on virtual time."""
SHORT = ("--rules", "pegs-and-jokers", "--players", "2", "--set", "marbles_per_player=4")
"""Arguments for a short game, of about fifty plays."""

ADDRESS = re.compile(r"^The (?:table|page|desk) is at (http://[^\s?]+/)(?:\?key=([\w-]+))?")


def tries(awaited: str, patience: float = PATIENCE) -> Iterator[int]:
    """Yield 0, 1, 2 and so on, for a loop that the caller leaves on success.

    After `patience` seconds, raise AssertionError with the text `awaited`.
    """
    limit = time.monotonic() + patience
    for attempt in count():
        assert time.monotonic() < limit, f"waited {patience:g} s in vain: {awaited}"
        yield attempt


def until(so: Callable[[], object], awaited: str = "the awaited condition") -> None:
    """Wait until `so()` is true; fail with the text `awaited` after `PATIENCE` seconds.

    A question takes time of the asked program, too, so the pauses between questions grow, up to 0.05 s.
    """
    for attempt in tries(awaited):
        if so():
            return
        time.sleep(min(0.01 + 0.002 * attempt, 0.05))


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    """Run `jokerboard`, which must succeed; return the lines that it prints."""
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 2) -> str:
    """Run `jokerboard`, which must fail with `code`; return its line of error without the program's name."""
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == code
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("jokerboard: ")
    return err.removeprefix("jokerboard: ")


@contextlib.contextmanager
def limited(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """A context that kills a process after `PATIENCE` seconds, so that reading its output ends.

    If the context is left by an exception, the process is killed at once.
    """
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    try:
        yield process
    except BaseException:
        process.kill()
        raise
    finally:
        limit.cancel()
        limit.join()


def ran(*command: object, patience: float = PATIENCE, **others: Any) -> subprocess.CompletedProcess[str]:
    """Run a command and return its output; after `patience` seconds, kill it and its children.

    `subprocess.run` would kill only the command, and then wait for children that have its output open.
    """
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*map(str, command)], start_new_session=True, **pipes | others) as process:
        try:
            out, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired as late:
            printed = b"".join(filter(None, (late.output, late.stderr))).decode(errors="replace")
            raise AssertionError(f"it ran for more than {patience:g} s, and printed:\n{printed}") from None
        finally:
            kill_with_all_its_own(process)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def kill_with_all_its_own(process: subprocess.Popen[Any]) -> None:
    """Kill a process that has a session of its own, and all processes of the session."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    """The number of a port on which no program listens."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def loaded(*modules: str) -> set[str]:
    """The names of all modules that a new Python has loaded after importing `modules`."""
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    run = ran(sys.executable, "-c", code)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


class Program:
    """A process of `jokerboard`. `address` is the address of its page, `lines` are the lines it has printed.

    `under` is the beginning of a command line that runs it, if any.
    """

    def __init__(
        self, *arguments: str, under: Sequence[str] = (), environment: Mapping[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            [*under, sys.executable, "-m", "jokerboard", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env=os.environ | dict(environment or {}),
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        self.key = ""
        self._found: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._reader.start()
        try:
            self.address = self._found.get(timeout=PATIENCE)
        except Empty:
            self.address = ""
        if not self.address:
            self.kill()
            raise AssertionError("it did not start: " + "".join(self.lines))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def port(self) -> int:
        """The port of the page."""
        return int(self.address.rstrip("/").rsplit(":", 1)[1])

    @property
    def page(self) -> str:
        """The address of the page with the key that gives it the rights of the table's own page."""
        return f"{self.address}?key={self.key}" if self.key else self.address

    @property
    def cookie(self) -> dict[str, str]:
        """The cookie that the table's own page sends."""
        return {"cookie": f"jokerboard-local-{self.port}={self.key}"}

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self.lines.append(line)
            if found := ADDRESS.match(line):
                self.key = found[2] or ""
                self._found.put(found[1])
        self._found.put("")

    def until_printed(self, words: str) -> None:
        """Wait until the program has printed a line with these words."""
        until(
            lambda: any(words in line for line in self.lines) or self.process.poll() is not None,
            f"the program says {words!r}",
        )
        assert any(words in line for line in self.lines), "".join(self.lines)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the program to end, as systemd or Ctrl-C does; return the exit code."""
        self.process.send_signal(how)
        return self._end()

    def kill(self) -> None:
        """Kill the program (SIGKILL); do nothing if it has ended."""
        kill_with_all_its_own(self.process)
        self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class TableProgram(Program):
    """A process of `jokerboard` that serves a table's page."""

    def state(self) -> dict[str, Any]:
        """The table's state as the page gets it."""
        return self.asked("state")

    def asked(self, what: str) -> dict[str, Any]:
        """The answer of the table at the address `api/` followed by `what`."""
        request = urllib.request.Request(f"{self.address}api/{what}", headers=self.cookie)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def command(self, name: str, /, **body: object) -> None:
        """Send a command as the page does; it must succeed."""
        with urllib.request.urlopen(self._request(name, body), timeout=PATIENCE) as answer:
            assert json.load(answer) == {"ok": True}

    def refused(self, name: str, /, **body: object) -> str:
        """Send a command as the page does; it must be refused. Return the sentence of the refusal."""
        try:
            with urllib.request.urlopen(self._request(name, body), timeout=PATIENCE):
                raise AssertionError(f"{name} was done")
        except urllib.error.HTTPError as error:
            return str(json.load(error)["error"])

    def _request(self, name: str, body: object) -> urllib.request.Request:
        kind = {"content-type": "application/json", **self.cookie}
        return urllib.request.Request(f"{self.address}api/{name}", json.dumps(body).encode(), kind)

    def until(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state of the table for which `so` is true; return it."""
        shown: list[dict[str, Any]] = []

        def look() -> bool:
            # The page may not be served for a moment.
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                shown[:] = [self.state()]
            return bool(shown) and so(shown[0])

        until(look, "the table's state is as the caller wants it")
        return shown[0]


class Demo(TableProgram):
    """`jokerboard demo` on a given or free port; people move every marble by hand, unless `taps`."""

    def __init__(
        self, state: Path, *arguments: str, port: int = 0, under: Sequence[str] = (), taps: bool = False
    ) -> None:
        hands = () if taps else ("--by-hand",)
        super().__init__("demo", "--state", str(state), "--port", str(port), *hands, *arguments, under=under)


class Director(Program):
    """A running `jokerboard director`."""

    def __init__(self, state: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.state = state
        super().__init__(
            "director", "--state", str(state), "--http", "0", *arguments, environment=environment
        )

    @property
    def token(self) -> str:
        """The token in the director's file."""
        return (self.state / "director.token").read_text().strip()


class Trial(Program):
    """A running `jokerboard demo-tournament`."""

    def __init__(self, state: Path, *arguments: str) -> None:
        self.state = state
        super().__init__("demo-tournament", "--state", str(state), "--http", "0", *arguments)

    @property
    def token(self) -> str:
        """The token in the director's file."""
        return (self.state / "desk" / "director.token").read_text().strip()
