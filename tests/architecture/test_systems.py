"""Calls that Linux, macOS or Windows lacks are made only in `jokerboard/host/system.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.lacking.sitecustomize import MODULES, ONE

SYSTEM = "jokerboard/host/system.py"
HOME = Path(__file__).parents[2]
PACKAGES = ("engine", "firmware_bridge", "hardware", "jokerboard", "wiring")
LACKING = {(module.__name__, name) for module, names in ONE.values() for name in names} | {
    ("os", "getuid"),
    ("socket", "AF_UNIX"),
    ("socketserver", "ThreadingUnixStreamServer"),
}
ONLY_AT_DEVICES = {
    "hardware/pins.py": "pins of a Raspberry Pi",
    "hardware/parts/ws2812b/ws281x.py": "PWM of a Raspberry Pi",
    "firmware_bridge/transport.py": "termios of a serial port, imported when one is opened",
    "wiring/bringup/prepare_pi.py": "accounts and groups of a Raspberry Pi",
    "jokerboard/table/serving/upkeep.py": "only where systemd names its socket",
    "jokerboard/simulation/board/far_wood.py": "`demo --board` asks `need_local_sockets` first",
    "jokerboard/simulation/board/wood_server.py": "`board` asks `need_local_sockets` first",
}


def _sources() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((HOME / package).rglob("*.py")):
            if "firmware_bridge/firmware/" not in path.as_posix() and "twin" not in path.as_posix():
                yield path


def _tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text("utf-8"))


def _lacking(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (module, name) in LACKING:
                yield f"line {node.lineno}: {module}.{name}"
            case ast.Attribute(attr="add_signal_handler"):
                yield f"line {node.lineno}: add_signal_handler"
            case ast.Import(names=names):
                yield from (f"line {node.lineno}: {each.name}" for each in names if each.name in MODULES)
            case ast.ImportFrom(module=module) if module in MODULES:
                yield f"line {node.lineno}: {module}"
            case ast.Constant(value=str() as text) if text.startswith(("/proc/sys", "/dev/shm")):
                yield f"line {node.lineno}: {text}"


def test_only_listed_modules_call_functions_that_some_operating_system_lacks() -> None:
    found = {path.relative_to(HOME).as_posix(): list(_lacking(_tree(path))) for path in _sources()}
    allowed = {SYSTEM, *ONLY_AT_DEVICES}
    assert {name: calls for name, calls in found.items() if calls and name not in allowed} == {}


def test_each_module_listed_for_functions_that_some_operating_system_lacks_calls_one() -> None:
    assert [name for name in (SYSTEM, *ONLY_AT_DEVICES) if not list(_lacking(_tree(HOME / name)))] == []
