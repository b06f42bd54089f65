"""The client of a simulated board in a process of its own; the board keeps its marbles when the table ends.

`jokerboard board` serves one board on a socket, and `jokerboard demo --board SOCKET` plays on it. The
messages are JSON lines. A request is `{"do":"lift","hole":8}`,
`{"do":"place","hole":12,"colour":0,"from":8}`, `{"do":"set-up","holes":112,"marbles":{"8":0}}` or
`{"do":"look"}`. Its answer is `{"answer":true,"state":…}`, after a lift also with the marble's `colour`; if
the request is impossible, with an `error` and its `text`. Every connection gets the state whenever it
changes.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import hardware.errors
from hardware.clock import Clock, Handle
from hardware.errors import DeviceLost, DeviceMissing, HardwareError
from hardware.twin.wood import Held, VirtualBoard

LOOK_EVERY = 0.005
"""Seconds between two reads of the board's state: as often as real sensors are scanned."""

PATIENCE = 10.0


class FarWood(VirtualBoard):
    """A board in another process: changes are requested from it, and changes by others are followed."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        *,
        hole_name: Callable[[int], str] = str,
        colour_name: Callable[[int], str] = str,
    ) -> None:
        """Connect to the board at `path`; raise DeviceMissing when there is none."""
        self._path, self._clock = path, clock
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise DeviceMissing(
                f"no board answers at {path} ({error.strerror}); start one: jokerboard board --socket {path}"
            ) from error
        self._rest = b""
        self._look: Handle | None = None
        state = self._ask({"do": "look"})["state"]
        super().__init__(
            state["holes"], _marbles(state), hands=_hands(state), hole_name=hole_name, colour_name=colour_name
        )
        self._look_again()

    def set_up(self, marbles: Mapping[int, int], holes: int | None = None) -> None:
        """Replace the marbles by `marbles` (colour by hole); `holes`: the new number of holes, if given."""
        state = self._ask({
            "do": "set-up", "holes": holes or self.holes, "marbles": {str(h): c for h, c in marbles.items()}
        })["state"]  # fmt: skip
        self.holes = state["holes"]
        self._follow(state)

    def lift(self, hole: int) -> int:
        """Take the marble out of `hole`; return its colour."""
        answer = self._ask({"do": "lift", "hole": hole})
        self._follow(answer["state"])
        return int(answer["colour"])

    def place(self, hole: int, colour: int, source: int | None = None) -> None:
        """Put a held marble of this colour into `hole`; `source`: the hole from which it was lifted."""
        self._follow(self._ask({"do": "place", "hole": hole, "colour": colour, "from": source})["state"])

    def close(self) -> None:
        """Disconnect; the board stays as it is."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        self._socket.close()

    def _look_again(self) -> None:
        try:
            self._socket.setblocking(False)
            self._read()
        except BlockingIOError:
            pass
        finally:
            self._socket.settimeout(PATIENCE)
        for message in self._messages():
            self._follow(message["state"])
        self._look = self._clock.call_at(self._clock.now() + LOOK_EVERY, self._look_again)

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
            while True:
                for message in self._messages():
                    if not message.get("answer"):
                        continue
                    if "error" in message:
                        raise getattr(hardware.errors, message["error"])(message["text"])
                    return message
                self._read()
        except OSError as error:
            if isinstance(error, HardwareError):
                raise
            raise self._gone() from error

    def _read(self) -> None:
        data = self._socket.recv(1 << 16)
        if not data:
            raise self._gone()
        self._rest += data

    def _messages(self) -> list[dict[str, Any]]:
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]

    def _follow(self, state: Mapping[str, Any]) -> None:
        if state["holes"] == self.holes:
            self._become(_marbles(state), _hands(state))

    def _gone(self) -> DeviceLost:
        text = f"the board at {self._path} has closed the connection; start it again, then the table"
        return DeviceLost(text)


def _marbles(state: Mapping[str, Any]) -> dict[int, int]:
    return {int(hole): colour for hole, colour in state["marbles"].items()}


def _hands(state: Mapping[str, Any]) -> tuple[Held, ...]:
    return tuple(Held(colour, source) for colour, source in state["hands"])
