"""The exchange file: one tournament with all its events, which another desk can import.

    {"exchange": 1, "program": "0.2.0", "tournament": "Spring Cup", "digest": "…", "entries": ["…", …]}

An entry is the text of one event in the store's log. `digest` is the hash of the chain over all entries
(`jokerboard.journal.records.chained`, from `GENESIS`). A reader applies every event before it stores one, so
a damaged, truncated or impossible file is refused completely. A change of this form gets a new number in
`exchange`.
"""

from __future__ import annotations

import json
from functools import reduce
from typing import Any, Final

from jokerboard.host import VERSION
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.fold import fold
from jokerboard.tournament.event.history import History, Log, Past, stamped_of, text_of
from jokerboard.tournament.event.model import Tournament
from jokerboard.words.catalogue import words

FORMAT: Final = 1
LARGEST: Final = 64 << 20
"""The most bytes of an exchange file; one of 200 teams and 20 rounds has about 2 MB."""


def exchange_text(history: History | Past) -> str:
    """The text of a tournament's exchange file."""
    entries = [text_of(one) for one in history.events]
    whole = {
        "exchange": FORMAT,
        "program": VERSION,
        "tournament": history.now.settings.name,
        "digest": reduce(chained, entries, GENESIS),
        "entries": entries,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def take_in(data: bytes, log: Log) -> Tournament:
    """Import a tournament from an exchange file into the log, and return it.

    Raise EventError, with nothing stored, if the file is faulty or the log has an open tournament.
    """
    entries = _entries(data)
    stamped = [stamped_of(Line(n, text, "")) for n, text in enumerate(entries, 1)]
    fold(stamped)
    history = History(log)
    if history.state is not None and not history.state.closed:
        raise EventError(words("tournament.here", name=history.state.settings.name))
    if log.append_events(entries, len(log.events())) is None:
        raise EventError(words("tournament.raced"))
    return History(log).now


def _entries(data: bytes) -> list[str]:
    if len(data) > LARGEST:
        raise EventError(words("exchange.large", most=LARGEST >> 20))
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise EventError(words("exchange.none")) from error
    if not isinstance(told, dict) or "exchange" not in told:
        raise EventError(words("exchange.none"))
    if told["exchange"] != FORMAT:
        raise EventError(words("exchange.version", version=str(told["exchange"])[:20], reads=FORMAT))
    entries = told.get("entries")
    if not isinstance(entries, list) or not entries or not all(isinstance(one, str) for one in entries):
        raise EventError(words("exchange.none"))
    if reduce(chained, entries, GENESIS) != told.get("digest"):
        raise EventError(words("exchange.changed"))
    return entries
