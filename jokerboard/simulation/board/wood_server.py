"""The server of a simulated board in a process of its own, which outlasts the table.

`far_wood.py` has the client and the format of the messages. This module is separate because it can be
imported only where there are local sockets; a table on Windows imports the client.
"""

from __future__ import annotations

import contextlib
import json
import socket
import socketserver
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.geometry import board, seat_letter
from hardware.errors import HardwareError
from hardware.twin.wood import VirtualBoard

FEWEST_SIDES = 4


class WoodServer(socketserver.ThreadingUnixStreamServer):
    """A server of one board, which it keeps in a file."""

    daemon_threads = True

    def __init__(self, path: Path, file: Path) -> None:
        """Serve the board kept in `file` on the socket `path`; raise HardwareError if the file is damaged.

        Raise OSError if `path` is in use, or is not a socket.
        """
        self._file = file
        self.wood = VirtualBoard.load(file) if file.exists() else VirtualBoard(board(FEWEST_SIDES).holes)
        self.lock = threading.Lock()
        self.connected: list[_Talk] = []
        _take_away_if_left_behind(path)
        super().__init__(str(path), _Talk)

    def do(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out one request; return the answer's fields."""
        reply: dict[str, Any] = {"answer": True}
        try:
            match request["do"]:
                case "lift":
                    reply["colour"] = self.wood.lift(request["hole"])
                case "place":
                    self.wood.place(request["hole"], request["colour"], request.get("from"))
                case "set-up":
                    marbles = {int(hole): colour for hole, colour in request["marbles"].items()}
                    names = board(request["holes"] // 28)
                    self.wood = VirtualBoard(
                        request["holes"], marbles, file=self._file,
                        hole_name=names.name, colour_name=seat_letter,
                    )  # fmt: skip
        except HardwareError as error:
            reply |= {"error": type(error).__name__, "text": str(error)}
        return reply | {"state": self.state()}

    def state(self) -> dict[str, Any]:
        """The holes, the marbles and the marbles in hands, as a message has them."""
        marbles = {str(hole): colour for hole, colour in self.wood.marbles.items()}
        hands = [[held.colour, held.source] for held in self.wood.hands]
        return {"holes": self.wood.holes, "marbles": marbles, "hands": hands}


def _take_away_if_left_behind(path: Path) -> None:
    """Remove the socket of a board that was killed; leave any other file, and a socket that is served."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX) as visitor:
        try:
            visitor.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()


class _Talk(socketserver.StreamRequestHandler):
    server: WoodServer

    def setup(self) -> None:
        super().setup()
        with self.server.lock:
            self.server.connected.append(self)

    def handle(self) -> None:
        # An incomplete line comes from a table that was killed while it sent a request.
        with contextlib.suppress(OSError):
            for line in self.rfile:
                if not line.endswith(b"\n"):
                    return
                with self.server.lock:
                    before = self.server.state()
                    reply = self.server.do(json.loads(line))
                    if reply["state"] != before:
                        for other in self.server.connected:
                            if other is not self:
                                other.send({"state": reply["state"]})
                    self.send(reply)

    def finish(self) -> None:
        with self.server.lock:
            self.server.connected.remove(self)
        with contextlib.suppress(OSError):
            super().finish()

    def send(self, what: Mapping[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self.wfile.write(json.dumps(what).encode() + b"\n")
