"""Everything that the director's desk and its publishers say to people, in English.

`jokerboard.tournament.paper.text` words a tournament for the terminal,
`jokerboard/tournament/paper/templates` the sheets.
"""

from __future__ import annotations

from jokerboard.host.wording import Catalogue, wording
from jokerboard.tournament.english.desk import DESK
from jokerboard.tournament.english.event import EVENT
from jokerboard.tournament.english.paper import PAPER
from jokerboard.tournament.english.redis import REDIS

PARTS = (DESK, EVENT, PAPER, REDIS)
"""Each has codes of its own."""

ENGLISH: Catalogue = {code: text for part in PARTS for code, text in part.items()}

words = wording(ENGLISH)
