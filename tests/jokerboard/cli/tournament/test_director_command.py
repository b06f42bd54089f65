"""`jokerboard director`: what is checked before the desk starts."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.programs import refused


def test_a_port_of_the_page_that_is_in_use_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        state = tmp_path / "desk"
        err = refused(capsys, "director", "--demo-redis", "--http", port, "--state", state)
    assert str(port) in err
    assert not state.exists()
