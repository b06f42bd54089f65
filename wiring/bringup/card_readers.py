"""Find the port of each card reader, and show live what the reader sends.

To find the ports, people plug in one reader after another, and each time a port appears. Equal USB adapters
without a serial number (CH340, CP2102) share one name in /dev/serial/by-id, which is a link to the adapter
plugged in last. The names in /dev/serial/by-path are those of the USB sockets and always differ, so the
description gets names of this kind.

The watch shows the bytes of each reader, the tag that they mean, and the card of the tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from hardware.clock import Clock
from hardware.parts.catalogue import READERS
from hardware.readers import Reader
from hardware.serial_reader import AT_ONCE, Conversation, SerialPort
from hardware.tags import QUIET, Garbled, Read, Unusable, WrongSetting


def ports(root: Path, kind: str) -> frozenset[str]:
    """The device files, named after USB sockets, to which a reader of this kind may be connected now."""
    found = (root / "dev").glob(READERS[kind].by_path)
    return frozenset("/" + str(port.relative_to(root)) for port in found)


def name_readers(
    readers: tuple[Reader, ...],
    listed: Callable[[str], frozenset[str]],
    ask: Callable[[str], str],
    write_line: Callable[[str], None],
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
            path = _only(listed(reader.kind) - before, write_line)
        write_line(f"{where} is at {path}")
        named.append(replace(reader, path=path))
    return tuple(named)


def _only(new: frozenset[str], write_line: Callable[[str], None]) -> str | None:
    """The only port in `new`; without exactly one, show a message and return None.

    Newer systems list a USB port twice, with `usb-` and `usbv2-` in its name; the latter is ignored.
    """
    names = sorted(name for name in new if "-usbv2-" not in name)
    if len(names) == 1:
        return names[0]
    write_line(
        f"More than one port is new ({', '.join(names)}); plug in one reader at a time."
        if names
        else "No new port appeared; try another socket or cable."
    )
    return None


CardOf: TypeAlias = Callable[[str], str | None]
"""A function that returns the card of a tag; None if the tag has no card."""

LOOK = 0.010
"""Seconds between two polls of a port."""


class ReaderWatch:
    """The watch of one reader's port."""

    def __init__(self, reader: Reader, card_of: CardOf, clock: Clock) -> None:
        self._card_of, self._clock = card_of, clock
        kind = reader.part
        self.title = f"reader {reader.role} ({reader.kind}, {kind.line}, {reader.path})"
        self._name = f"reader {reader.role}"
        self._parser = kind.parser()
        self._port: SerialPort | None = None
        self._open: Callable[[], SerialPort] = lambda: kind.open_port(reader.path)
        self._bytes = bytearray()
        self._byte_at = clock.now()
        self.used = self.useless = False
        self.trouble: str | None = None
        """The reason why the port could not be read at the last call of `look`; else None."""

    def look(self) -> Iterator[str]:
        """Read the port; yield lines for people about the bytes that have arrived."""
        try:
            if self._port is None:
                self._port = self._open()
                self._parser.reset()
            data = self._port.read(AT_ONCE)
            if isinstance(self._parser, Conversation) and (asks := self._parser.to_send(self._clock.now())):
                self._port.write(asks)  # type: ignore[attr-defined]
        except OSError as error:
            self.close()
            if self.trouble is None:
                self.trouble = str(error)
                yield f"{self._name}: {error}"
            return
        now = self._clock.now()
        if data:
            self._byte_at = now
            self._bytes += data
            yield from self._lines(self._parser.feed(data))
        elif self._bytes and now >= self._byte_at + QUIET:
            yield from self._lines(self._parser.silence())
            if self._bytes and not isinstance(self._parser, Conversation):
                self.useless = True
                yield self._line("no frame of such a reader: check the reader's kind and its baud rate")

    def close(self) -> None:
        """Close the port."""
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def _lines(self, reads: tuple[Read, ...]) -> Iterator[str]:
        for read in reads:
            match read:
                case str(tag):
                    self.used, self.trouble = True, None
                    yield self._line(f"tag {tag}, {self._card(tag)}")
                case Garbled(why):
                    self.useless = True
                    yield self._line(f"unusable: {why}")
                case Unusable(what):
                    yield self._line(what.rstrip(","))
                case WrongSetting(what):
                    self.useless = True
                    yield self._line(f"a wrong setting: the reader {what}")

    def _card(self, tag: str) -> str:
        card = self._card_of(tag)
        return "no card of these decks" if card is None else f"the card {card}"

    def _line(self, meaning: str) -> str:
        sent, self._bytes = bytes(self._bytes), bytearray()
        shown = sent[:24].hex(" ") + (" ..." if len(sent) > 24 else "")
        return f"{self._name}: {shown or '(the same bytes)'} -> {meaning}"


def watch(
    readers: tuple[Reader, ...],
    card_of: CardOf,
    clock: Clock,
    pause: Callable[[float], None],
    *,
    seconds: float,
    write_line: Callable[[str], None],
) -> list[str]:
    """Watch the readers for `seconds` and show their input; return a sentence for each fault."""
    watches = [ReaderWatch(reader, card_of, clock) for reader in readers]
    for each in watches:
        write_line(each.title)
    end = clock.now() + seconds
    try:
        while clock.now() < end:
            for each in watches:
                for line in each.look():
                    write_line(line)
            pause(LOOK)
    finally:
        for each in watches:
            each.close()
    return [wrong for each in watches for wrong in _findings(each)]


def _findings(watched: ReaderWatch) -> Iterator[str]:
    if watched.trouble is not None:
        yield f"{watched.title}: {watched.trouble}"
    elif watched.useless and not watched.used:
        yield f"{watched.title} sent only unusable bytes"
    elif not watched.used:
        yield f"{watched.title} sent no card; lay a card on it during the watch"
