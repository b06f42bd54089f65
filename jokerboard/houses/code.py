"""The code with which another house joins a game: 128 bits, as a text that people can type and as a link.

A code is written as 26 letters and digits and one check sign, in groups of at most four: `K7QF-3M2D-...`. The
alphabet is Crockford's: no I, L, O and U. Reading ignores case and blanks, and takes O for 0, I and L for 1.
The check sign detects each wrong sign and each exchange of two signs: it is the sum of all signs, each times
another power of 2, in the field of 32 elements. Each key is derived from the code with HKDF-SHA256 for one
purpose; so is the rendezvous, the name under which both houses find each other at a broker, which does not
reveal the code.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

from jokerboard.host.system import install_line
from jokerboard.houses.errors import CodeError, HousesError

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS: Final = 26
_SALT: Final = b"jokerboard houses 1"
_SCHEME: Final = "jokerboard"


@dataclass(frozen=True, slots=True)
class Code:
    """A secret of 16 bytes; its text form is for the two houses alone."""

    secret: bytes

    def __repr__(self) -> str:
        """The code without its secret, since a repr may end up in a log."""
        return "Code(...)"

    @classmethod
    def fresh(cls) -> Code:
        """A new code from the system's random numbers."""
        return cls(secrets.token_bytes(16))

    @classmethod
    def parse(cls, text: str) -> Code:
        """Read a code that people typed; CodeError names the mistake."""
        return cls._read(text, lambda signs: signs[_LETTERS] == _check(signs[:_LETTERS]))

    @classmethod
    def kept(cls, text: str) -> Code:
        """Read a code that a program has stored; its check sign may be of an earlier version."""
        return cls._read(text, lambda _: True)

    @classmethod
    def _read(cls, text: str, is_right: Callable[[str], bool]) -> Code:
        plain = text.upper().translate(str.maketrans("OIL", "011", " -\t\n"))
        if len(plain) != _LETTERS + 1 or not set(plain) <= set(ALPHABET):
            raise CodeError(
                "this is not the code of a game, which has 27 letters and digits; the other board shows it"
            )
        number = 0
        for sign in plain[:_LETTERS]:
            number = number * 32 + ALPHABET.index(sign)
        # 26 signs of 5 bits have 130 bits, so the two highest must be zero.
        if number >> 128 or not is_right(plain):
            raise CodeError("this code is mistyped; compare it with the other board's page, group by group")
        return cls(number.to_bytes(16, "big"))

    def text(self) -> str:
        """The code as people type it."""
        number = int.from_bytes(self.secret, "big")
        signs = "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(_LETTERS)))
        signs += _check(signs)
        return "-".join(signs[at : at + 4] for at in range(0, len(signs), 4))

    @property
    def rendezvous(self) -> str:
        """The public name under which the two houses find each other, as 32 hexadecimal digits."""
        return derived(self.secret, b"rendezvous", 16).hex()


def _check(signs: str) -> str:
    """The check sign of the 26 signs of a code."""
    total = 0
    for sign in signs:
        total ^= ALPHABET.index(sign)
        # Doubling in the field of 32 elements, with the polynomial x^5 + x^2 + 1.
        total = total << 1 ^ (0b100101 if total & 16 else 0)
    return ALPHABET[total]


def derived(secret: bytes, purpose: bytes, length: int = 32, salt: bytes = _SALT) -> bytes:
    """Key material for one purpose; raise HousesError without the library cryptography."""
    try:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    except ImportError as error:
        raise HousesError(
            f"a game with another board needs the library cryptography: {install_line('jokerboard[far]')}"
        ) from error
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=purpose).derive(secret)


def link(code: Code, via: str) -> str:
    """The code and the address of the other board as one link, for a QR code."""
    return f"{_SCHEME}:join?{urlencode({'via': via, 'code': code.text()})}"


def parse_link(text: str) -> tuple[Code, str | None]:
    """The code and the address (or None) in a link or a typed code; raise CodeError for anything else."""
    parts = urlsplit(text.strip())
    if parts.scheme != _SCHEME:
        return Code.parse(text), None
    fields = parse_qs(parts.query)
    return Code.parse(fields.get("code", [""])[0]), fields.get("via", [None])[0]
