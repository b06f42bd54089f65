"""`jokerboard board`: serve a simulated board in a process that keeps running while a table restarts."""

from __future__ import annotations

import argparse
import signal
import threading
from pathlib import Path
from types import FrameType

from hardware.errors import HardwareError
from jokerboard.cli.arguments import add_state
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import BOARD
from jokerboard.host.system import need_local_sockets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--socket", type=Path, required=True, metavar="PATH", help="the board's new socket")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Serve the board until SIGTERM or SIGINT; return the exit code."""
    need_local_sockets("a board in a process of its own")
    from jokerboard.simulation.board.wood_server import WoodServer

    try:
        args.state.mkdir(parents=True, exist_ok=True)
        server = WoodServer(args.socket, args.state / BOARD)
    except HardwareError as error:
        raise JokerboardError(str(error)) from error
    except OSError as error:
        raise JokerboardError(
            f"the board cannot be served at {args.socket}: {error.strerror or error}; give another --socket"
        ) from error

    def stop(_: int, __: FrameType | None) -> None:
        # shutdown() waits for the serving loop to end, and that loop runs in this very thread.
        threading.Thread(target=server.shutdown, daemon=True).start()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    print(f"The board is at {args.socket} and is kept in {args.state}. Ctrl-C stops it.", flush=True)
    with server:
        server.serve_forever(poll_interval=0.1)
    args.socket.unlink(missing_ok=True)
    return 0
