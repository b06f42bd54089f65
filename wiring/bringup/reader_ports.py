"""Find the port of each card reader: people plug in one reader after another, and each time a port appears.

Equal USB adapters without a serial number (CH340, CP2102) share one name in /dev/serial/by-id, which is a
link to the adapter plugged in last. The names in /dev/serial/by-path are those of the USB sockets and always
differ, so the description gets names of this kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hardware.cards.readers import Reader
from hardware.parts.catalogue import READERS


def ports(root: Path, kind: str) -> frozenset[str]:
    """The device files, named after USB sockets, to which a reader of this kind may be connected now."""
    found = (root / "dev").glob(READERS[kind].by_path)
    return frozenset("/" + str(port.relative_to(root)) for port in found)


def name_readers(
    readers: tuple[Reader, ...],
    listed: Callable[[str], frozenset[str]],
    ask: Callable[[str], str],
    say: Callable[[str], None],
) -> tuple[Reader, ...] | None:
    """The readers with the paths of their ports; None if the person typed `q`.

    `listed` returns the present ports for a kind of reader. `ask` shows a text and returns the typed line.
    """
    named: list[Reader] = []
    for reader in readers:
        whose = reader.role if not reader.role.isupper() else f"seat {reader.role}"
        where = f"the reader of {whose} ({reader.kind})"
        path = None
        while path is None:
            if ask(f"Unplug {where}, then press Enter (q leaves): ").strip() == "q":
                return None
            before = listed(reader.kind)
            if ask(f"Plug in {where} now, then press Enter (q leaves): ").strip() == "q":
                return None
            path = _only(listed(reader.kind) - before, say)
        say(f"{where} is at {path}")
        named.append(replace(reader, path=path))
    return tuple(named)


def _only(new: frozenset[str], say: Callable[[str], None]) -> str | None:
    """The only port in `new`; without exactly one, show a message and return None.

    Newer systems list a USB port twice, with `usb-` and `usbv2-` in its name; the latter is ignored.
    """
    names = sorted(name for name in new if "-usbv2-" not in name)
    if len(names) == 1:
        return names[0]
    say("No new port appeared; try another socket or cable." if not names else _many(names))
    return None


def _many(names: list[str]) -> str:
    return f"More than one port is new ({', '.join(names)}); plug in one reader at a time."
