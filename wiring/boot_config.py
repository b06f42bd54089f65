"""The configuration that a Raspberry Pi needs for a board: lines of config.txt, and the serial console.

The list of lines is used three times: the builder's paper prints it, `make pi` shows the missing lines, and
`doctor` checks it.
"""

from __future__ import annotations

import re

from hardware.parts.computer import COMPUTERS, HEADER_SERIAL, BootLine
from wiring.description import Description


def settings(board: Description) -> tuple[BootLine, ...]:
    """The lines of config.txt that this board needs; lines of a lower rank come first."""
    found = {line.line: line for _, _, take in board.takes() for line in take.port.boot}
    return tuple(sorted(found.values(), key=lambda line: line.rank))


def uses_header_port(board: Description) -> bool:
    """Whether a card reader is connected to GPIO 14 and 15."""
    return any(reader.path in HEADER_SERIAL for reader in board.readers)


def missing(board: Description, config: str) -> tuple[BootLine, ...]:
    """The lines of `settings` that `config`, the text of config.txt, lacks."""
    made = _made(config, board.computer)
    return tuple(each for each in settings(board) if not _asked(each.line) <= made)


def _made(config: str, computer: str) -> set[str]:
    """Every setting that `config` makes, in the form of `_asked`; if a key is set twice, the last value
    counts.
    """
    counts, plain, parts = True, dict[str, str](), set[str]()
    for raw in config.splitlines():
        line = raw.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.+)\]", line):
            counts = section[1].lower() in ("all", *COMPUTERS[computer].sections)
        elif counts and line.startswith(("dtparam=", "dtoverlay=")):
            parts |= _asked(line)
        elif counts and "=" in line:
            key, _, value = line.partition("=")
            plain[key.strip()] = value.strip()
    return parts | {f"{key}={value}" for key, value in plain.items()}


def _asked(line: str) -> set[str]:
    """The settings that a line makes: the parameters of a dtparam line, or an overlay and its parameters."""
    key, _, rest = line.partition("=")
    if key == "dtparam":
        return {f"dtparam={_switch(each)}" for each in rest.split(",")}
    if key == "dtoverlay":
        name, *parameters = rest.split(",")
        return {f"overlay {name}", *(f"overlay {name}: {each}" for each in parameters)}
    return {line}


def _switch(parameter: str) -> str:
    """The parameter in a uniform form: `on` for every word that means on, `i2c_arm` for its alias `i2c`."""
    name, _, value = parameter.strip().partition("=")
    name = {"i2c": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate"}.get(name, name)
    return f"{name}={'on' if value in ('', 'on', 'true', 'yes', '1') else value}"


def console_on_serial(cmdline: str) -> bool:
    """Whether `cmdline`, the text of cmdline.txt, sends Linux's console to the serial port of the header."""
    consoles = re.findall(r"\bconsole=(\w+)", cmdline)
    return any(name in ("serial0", "ttyS0", "ttyAMA0") for name in consoles)
