"""Everything that the director's desk and its publishers say to people, in English.

`tournament.paper.text` words a tournament for the terminal, `tournament/paper/templates` the sheets.
"""

from __future__ import annotations

from host.wording import Catalogue, wording
from tournament.english.desk import DESK
from tournament.english.event import EVENT
from tournament.english.paper import PAPER
from tournament.english.redis import REDIS

PARTS = (DESK, EVENT, PAPER, REDIS)
"""Each has codes of its own."""

ENGLISH: Catalogue = {code: text for part in PARTS for code, text in part.items()}

words = wording(ENGLISH)
