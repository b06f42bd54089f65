"""A TCP proxy with faults on request: it refuses, delays, or cuts connections after a number of bytes."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from dataclasses import dataclass

CHUNK = 4096


@dataclass
class Trouble:
    """The fault of the proxy; bytes are counted from the moment at which the fault was set, over all
    connections.
    """

    delay: float = 0.0
    """Seconds by which each piece of data is delayed."""
    request: int | None = None
    """The number of bytes to the server after which connections are cut; None for no limit."""
    reply: int | None = None
    """The number of bytes from the server after which connections are cut; None for no limit."""


class Proxy:
    """Forwards connections to a port of this machine."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.trouble = Trouble()
        self.cuts = 0
        self._lock = threading.Lock()
        self._down = self._closed = False
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def down(self, *, is_down: bool = True) -> None:
        """Refuse new connections and cut the present ones; unless `is_down`, accept connections again."""
        self._down = is_down
        if is_down:
            self._cut()

    def close(self) -> None:
        """Stop the proxy and wait for its threads."""
        self._closed = True
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), 1.0).close()
        self._threads[0].join()
        self._cut()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _cut(self) -> None:
        with self._lock:
            sockets, self._open = self._open, set()
        for sock in sockets:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            client, _ = self._listener.accept()
            if self._closed:
                client.close()
                return
            if self._down:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target), 5.0)
            except OSError:
                client.close()
                continue
            server.settimeout(None)
            with self._lock:
                self._open |= {client, server}
            one = threading.Thread(target=self._pump, args=(client, server, "request"))
            other = threading.Thread(target=self._pump, args=(server, client, "reply"))
            closing = threading.Thread(target=self._closing, args=(one, other, client, server))
            for thread in (one, other, closing):
                thread.start()
            self._threads += (one, other, closing)

    def _closing(self, one: threading.Thread, other: threading.Thread, *sockets: socket.socket) -> None:
        one.join()
        other.join()
        with self._lock:
            self._open -= set(sockets)
        for sock in sockets:
            sock.close()

    def _pump(self, source: socket.socket, sink: socket.socket, way: str) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if self.trouble.delay:
                    time.sleep(self.trouble.delay)
                data, cut = self._allowed(data, way)
                sink.sendall(data)
                if cut:
                    break
        for sock in (source, sink):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _allowed(self, data: bytes, way: str) -> tuple[bytes, bool]:
        with self._lock:
            left = getattr(self.trouble, way)
            if left is None:
                return data, False
            if len(data) <= left:
                setattr(self.trouble, way, left - len(data))
                return data, False
            setattr(self.trouble, way, None)
            self.cuts += 1
            return data[:left], True
