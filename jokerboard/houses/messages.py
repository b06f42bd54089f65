"""The messages between two houses: a guest's report and the host's update.

Each message has the whole state of its sender, so the next message replaces a lost one.
`docs/two-boards-protocol.md` describes every field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from jokerboard.host import VERSION as PROGRAM
from jokerboard.host.outside_text import shown
from jokerboard.houses.changes import HASH, Change, Entry, Json, fields_of, text_field, whole
from jokerboard.houses.ends import End
from jokerboard.houses.errors import MessageError
from jokerboard.houses.keeper import Refusal, Why
from jokerboard.journal.signature import SignedHead

PROTOCOL: Final = 1
BATCH: Final = 40
"""The most records in one update."""
SIGNALS: Final = ("thumbs-up", "one-moment")
_GAME: Final = re.compile(r"[0-9a-f]{0,32}")
_CARD: Final = re.compile(r"(X|[A2-9TJQK][CDHS])(#[0-9]{1,2})?")
_SEAT: Final = re.compile(r"[A-H]")
_QUESTION: Final = re.compile(r"[0-9a-z-]{1,60}")
_SECRET: Final = re.compile(r"[ -~]{1,100}")


@dataclass(frozen=True, slots=True)
class Signal:
    """A player's signal to the other houses, the `n`-th of its house since the program's start."""

    n: int
    what: str
    seat: str

    @classmethod
    def parse(cls, data: object) -> Signal:
        """Read a signal from a JSON object; raise MessageError for any other value."""
        if not isinstance(data, dict) or data.get("what") not in SIGNALS:
            raise MessageError(f"unknown signal; this version supports {' and '.join(SIGNALS)}")
        return cls(whole(data, "n", 1 << 31), data["what"], text_field(data, "seat", _SEAT))


@dataclass(frozen=True, slots=True)
class Report:
    """A guest's message to the host: its newest record, the plays carried, its proposal, its answers."""

    game: str
    n: int
    hash: str
    carried: int = 0
    """The number of plays and decisions of the shared log that the guest's board shows."""
    proposal: Change | None = None
    answers: Mapping[str, bool] = field(default_factory=dict)
    signal: Signal | None = None
    end: End | None = None
    """The end of the game that the guest's people ask for; None if they ask for none."""
    names: Mapping[str, str] | None = None
    """The names of the players at the guest's seats."""
    program: str = PROGRAM

    def to_json(self) -> Json:
        """The report as JSON, as packets carry it."""
        return {"v": PROTOCOL, **fields_of(self)}

    @classmethod
    def parse(cls, data: Json) -> Report:
        """Read a report from a packet; MessageError names the first wrong field."""
        _check_version(data)
        proposal, signal, answers = data.get("proposal"), data.get("signal"), data.get("answers", {})
        good = isinstance(answers, dict) and len(answers) <= 8
        if not good or not all(_QUESTION.fullmatch(k) and type(v) is bool for k, v in answers.items()):
            raise MessageError("the answers have an unknown form")
        return cls(
            text_field(data, "game", _GAME),
            whole(data, "n"),
            text_field(data, "hash", HASH),
            whole(data, "carried"),
            None if proposal is None else Change.parse(proposal),
            answers,
            None if signal is None else Signal.parse(signal),
            _end(data),
            _names(data),
            _program(data),
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a house: does it agree to the change that `house` proposes?"""

    id: str
    house: str
    change: Change


@dataclass(frozen=True, slots=True)
class Update:
    """The host's message to one guest: the records that the guest lacks, and all about its seats."""

    game: str
    info: Json | None = None
    """The game's header, for a guest that has not begun the game."""
    records: tuple[Entry, ...] = ()
    head: SignedHead | None = None
    """The number and hash of the newest record sent, signed by the host's table."""
    refusal: Refusal | None = None
    question: Asked | None = None
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The dealt cards of the guest's seats, as of record `hands_n`."""
    hands_n: int = 0
    shuffles: int = 0
    carried: Mapping[str, int] = field(default_factory=dict)
    """For each house, the number of plays and decisions of the shared log that its board shows."""
    linked: tuple[str, ...] = ()
    """The houses whose messages reach the host."""
    signals: tuple[tuple[str, Signal], ...] = ()
    secret: str | None = None
    """The secret of the deal, once the game is final."""
    error: str | None = None
    """The code of the reason why the guest has no game; the words' entries `error.CODE` are its sentences."""
    end: End | None = None
    """The end of the game that the host has decided on; None if there is none."""
    answered: str | None = None
    """The id of this guest's newest wish for an end that the host has answered."""
    names: Mapping[str, str] | None = None
    """The names of all players, by the letter of their seat; None if the host sends none."""
    program: str = PROGRAM

    def to_json(self) -> Json:
        """The update as JSON, as packets carry it."""
        refusal, question = self.refusal, self.question
        # The change of a record, a refusal or a question has no object of its own.
        nested: Json = {
            "records": [entry.to_json() for entry in self.records],
            "refusal": None if refusal is None else
            {"after": refusal.after, "why": refusal.why.value, **refusal.change.to_json()},
            "question": None if question is None else
            {"id": question.id, "house": question.house, **question.change.to_json()},
            "signals": [(house, fields_of(signal)) for house, signal in self.signals],
        }  # fmt: skip
        return {"v": PROTOCOL, **fields_of(self), **nested}

    @classmethod
    def parse(cls, data: Json) -> Update:
        """Read an update from a packet; MessageError names the first wrong field."""
        _check_version(data)
        try:
            info, head = data.get("info"), data.get("head")
            if info is not None and not isinstance(info, dict):
                raise MessageError("the game's header is not a JSON object")
            return cls(
                text_field(data, "game", _GAME),
                info,
                tuple(Entry.parse(each) for each in data["records"][: BATCH + 1]),
                None if head is None else _signed(head),
                _refusal(data.get("refusal")),
                _question(data.get("question")),
                _hands(data.get("hands", {})),
                whole(data, "hands_n"),
                whole(data, "shuffles"),
                {str(house)[:24]: int(n) for house, n in data.get("carried", {}).items()},
                tuple(str(house)[:24] for house in data.get("linked", ())),
                tuple((str(house)[:24], Signal.parse(each)) for house, each in data.get("signals", ())[:8]),
                None if data.get("secret") is None else text_field(data, "secret", _SECRET),
                None if data.get("error") is None else str(data["error"])[:40],
                _end(data),
                None if data.get("answered") is None else str(data["answered"])[:40],
                _names(data),
                _program(data),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, MessageError):
                raise
            raise MessageError("the other board's update has an unknown form") from error


def _check_version(data: Json) -> None:
    if data.get("v") != PROTOCOL:
        raise MessageError(
            f"the other board has jokerboard {_program(data)}, this one {PROGRAM}, and they "
            "cannot play together; "
            "install the newer version on both"
        )


def _program(data: Json) -> str:
    return shown(str(data.get("program", "?")), 40)


def _end(data: Json) -> End | None:
    return None if data.get("end") is None else End.parse(data["end"])


def _names(data: Json) -> dict[str, str] | None:
    """The names by seat; None if the other program is of a version that sends none."""
    names = data.get("names")
    if names is None:
        return None
    if not isinstance(names, dict) or not all(_SEAT.fullmatch(str(seat)) for seat in names):
        raise MessageError("the names of the players have an unknown form")
    return {str(seat): shown(str(name), 24) for seat, name in names.items()}


def _signed(data: object) -> SignedHead:
    head = SignedHead.parse(data)
    if head is None:
        raise MessageError("the signature of the records has an unknown form")
    return head


def _refusal(data: object) -> Refusal | None:
    if not isinstance(data, dict):
        return None
    return Refusal(text_field(data, "after", HASH), Change.parse(data), Why(data["why"]))


def _question(data: object) -> Asked | None:
    if not isinstance(data, dict):
        return None
    return Asked(text_field(data, "id", _QUESTION), str(data["house"])[:24], Change.parse(data))


def _hands(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    hands = {}
    for seat, cards in data.items():
        if not (_SEAT.fullmatch(seat) and len(cards) <= 30 and all(_CARD.fullmatch(card) for card in cards)):
            raise MessageError("the dealt cards have an unknown form")
        hands[seat] = tuple(cards)
    return hands
