"""Messages between two houses, encrypted and authenticated with keys from their code. Sans-I/O.

    packet = version (1) | session of the sender (16) | counter (8) | ChaCha20-Poly1305(JSON)

The two directions have different keys; each start of a program has a random session of its own, from which
its key is derived, so no nonce is used twice. The counter is the nonce, and with version and session the
associated data. Each message names the newest session of the other side that its sender knows (`echo`). Only
a message with the receiver's present session has an effect: a packet that was recorded and is replayed after
a restart is ignored after the greeting. Within a session the counter must rise, so a packet that is repeated
or overtaken counts as lost. Every message has the whole state of its sender, so a lost message does no harm.

The JSON is not compressed, and filled up with blanks to a multiple of 512 bytes: its length shows no card.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from jokerboard.houses.code import Code, derived
from jokerboard.houses.errors import MessageError

Json: TypeAlias = dict[str, Any]
Side: TypeAlias = Literal["host", "guest"]

VERSION: Final = 1
LARGEST: Final = 65_536
"""The most bytes of a packet."""
_FILL: Final = 512
_HEAD: Final = 1 + 16 + 8
TRIES: Final = 10
"""The number of packets a minute that may fail to open; the rest of that minute's packets are dropped."""
MINUTE: Final = 60.0
_SESSIONS: Final = 1000
"""The number of sessions of the other side whose counters are remembered."""


@dataclass(frozen=True, slots=True)
class Received:
    """A decrypted message; `fresh` if its sender named this side's present session."""

    message: Json
    fresh: bool


class Channel:
    """One side of the encrypted channel of one code."""

    def __init__(self, code: Code, side: Side, session: bytes | None = None) -> None:
        """`session`: 16 bytes that were never used with this code; None for random bytes."""
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        self._cipher = ChaCha20Poly1305
        other: Side = "guest" if side == "host" else "host"
        self._mine = derived(code.secret, f"from {side}".encode())
        self._theirs = derived(code.secret, f"from {other}".encode())
        self.session = secrets.token_bytes(16) if session is None else session
        self._key = self._session_key(self._mine, self.session)
        self._sent = 0
        self._other: bytes | None = None
        """The other side's session, which the next message names."""
        self._counters: dict[bytes, int] = {}
        """For each session of the other side, the highest counter received in it."""
        self._wrong: deque[float] = deque(maxlen=TRIES)

    def seal(self, message: Json) -> bytes:
        """The packet of a message; raise MessageError if it is too large."""
        self._sent += 1
        head = bytes([VERSION]) + self.session + self._sent.to_bytes(8, "big")
        echo = None if self._other is None else self._other.hex()
        text = json.dumps({**message, "echo": echo}, separators=(",", ":"), ensure_ascii=False)
        data = text.encode()
        data += b" " * (-len(data) % _FILL)
        packet: bytes = head + self._key.encrypt(_nonce(self._sent), data, head)
        if len(packet) > LARGEST:
            raise MessageError(f"a message of {len(packet)} bytes is too large to be sent")
        return packet

    def open(self, packet: bytes, now: float) -> Received | None:
        """The message in a packet; None if it must be dropped. Raise MessageError if it cannot be opened."""
        while self._wrong and now - self._wrong[0] >= MINUTE:
            self._wrong.popleft()
        if len(self._wrong) >= TRIES:
            return None
        try:
            return self._opened(packet)
        except MessageError:
            self._wrong.append(now)
            raise

    def _opened(self, packet: bytes) -> Received | None:
        from cryptography.exceptions import InvalidTag

        if not _HEAD < len(packet) <= LARGEST:
            raise MessageError("a packet has an impossible length")
        if packet[0] != VERSION:
            raise MessageError(
                f"the other board's program speaks version {packet[0]} of the protocol, this one "
                f"version {VERSION}; "
                "install the same version of jokerboard on both"
            )
        session, counter = packet[1:17], int.from_bytes(packet[17:_HEAD], "big")
        if counter <= self._counters.get(session, 0):
            return None
        key = self._session_key(self._theirs, session)
        try:
            data = key.decrypt(_nonce(counter), packet[_HEAD:], packet[:_HEAD])
        except InvalidTag:
            raise MessageError("a packet was not made with this game's code") from None
        message = _parsed(data)
        fresh = message.pop("echo", None) == self.session.hex()
        self._other = session
        if fresh:
            self._counters[session] = counter
            if len(self._counters) > _SESSIONS:
                # A dict keeps its order, so this is the session that was received first.
                del self._counters[next(iter(self._counters))]
        return Received(message, fresh)

    def _session_key(self, key: bytes, session: bytes) -> Any:
        return self._cipher(derived(key, b"session", salt=session))


def _nonce(counter: int) -> bytes:
    return counter.to_bytes(12, "big")


def _parsed(data: bytes) -> Json:
    """The JSON object in a decrypted text; raise MessageError if it is none."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise MessageError("a message of the other board has an unknown form")
    return message
