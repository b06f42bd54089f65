"""The pages of a federation, for its server and as a folder of files.

| file | contents |
|---|---|
| `index.html` | each hall with its round and contact, and the teams of all halls in one list |
| `HALL/*.html` | the pages of a hall's own site (`paper/site.py`): standings, crosstable, rounds, games |

The list of all teams is ordered by points, then Buchholz, marbles and holes, as in the standings of each hall
(docs/tournament.md). Direct encounters count only within a hall. Teams that are equal in all of these scores
share a place.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from jokerboard.host.files import replace_file
from jokerboard.host.wall_clock import local_time
from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.event.standings import standings
from jokerboard.tournament.federation.mirror import Mirror
from jokerboard.tournament.paper import sheets
from jokerboard.tournament.paper.site import Pages, site_pages, write_pages
from jokerboard.web.templating import template
from jokerboard.words.catalogue import words

REFRESH: Final = 15
"""Seconds after which a browser reloads the served first page, which runs no script."""


@dataclass(frozen=True, slots=True)
class AcrossRow:
    """A team of a hall in the common list; teams with equal scores share a `place`."""

    place: int
    hall: str
    team: str
    points: int
    buchholz: int
    marbles: int
    holes: int
    played: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The scores that decide the place, the most important first; higher is better."""
        return self.points, self.buchholz, self.marbles, self.holes


def across(halls: Iterable[tuple[str, Tournament]]) -> tuple[AcrossRow, ...]:
    """Every ranked team of the given halls, best first; each hall is given by its name and its tournament."""
    rows = [
        AcrossRow(
            0, hall, now.team(row.team).name, row.points, row.buchholz, row.marbles, row.holes, row.played
        )
        for hall, now in halls
        for row in standings(now)
        if row.place
    ]
    rows.sort(key=lambda row: (*(-value for value in row.rank), row.hall, row.team))
    placed: list[AcrossRow] = []
    for k, row in enumerate(rows, 1):
        equal = placed and placed[-1].rank == row.rank
        placed.append(replace(row, place=placed[-1].place if equal else k))
    return tuple(placed)


def uneven(halls: Iterable[tuple[str, Tournament]]) -> bool:
    """Whether the halls differ in system, teams at a table, or number of finished rounds."""
    kinds = {
        (now.settings.teams, now.settings.system, sum(not here.missing() for here in now.rounds))
        for _, now in halls
    }
    return len(kinds) > 1


def index(halls: Sequence[Mirror], troubles: Sequence[str], at: float, *, served: bool) -> str:
    """The HTML of the first page; `served` is False for a file, which does not reload itself."""
    with_events = [(hall.name, hall.now) for hall in halls if hall.now is not None]
    return template(sheets.TEMPLATES, "federation.html").render(
        title=words("federation.title"),
        event=words("federation.halls", halls=len(halls)),
        heading=words("federation.title"),
        small=words("federation.made", when=local_time(datetime.fromtimestamp(at, UTC))),
        styles="/sheets.css" if served else "sheets.css",
        links=(),
        inside=None,
        size=2,
        refresh=REFRESH if served else None,
        halls=[_row(hall, served=served) for hall in halls],
        troubles=list(troubles),
        rows=across(with_events),
        uneven=uneven(with_events),
    )


def _row(hall: Mirror, *, served: bool) -> dict[str, Any]:
    now = hall.now
    return {
        "name": hall.name,
        "event": "" if now is None else now.settings.name,
        "teams": 0 if now is None else len(now.present()),
        "state": "" if now is None else round_text(now),
        "contact": _contact(hall) if served else "",
        "trouble": hall.trouble,
        "page": None if now is None else f"{hall.name}/index.html",
    }


def _contact(hall: Mirror) -> str:
    if hall.here:
        return words("federation.here")
    return (
        words("federation.away-since", heard=hall.contact_at) if hall.contact_at else words("federation.away")
    )


def round_text(now: Tournament) -> str:
    """The number and stage of a hall's newest round, as a few words."""
    here = now.round
    if here is None:
        return words("federation.no-round")
    stage = words(f"stage.{here.stage.value}")
    return words("federation.round", number=here.number, stage=stage, missing=len(here.missing()))


def hall_pages(hall: Mirror, at: float) -> Pages:
    """The pages of one hall by file name; none if the hall has no tournament yet."""
    if hall.now is None:
        return {}
    return site_pages(hall.now, hall.replays, at, back="../index.html", styles="../sheets.css")


def write_federation(halls: Sequence[Mirror], folder: Path, at: float) -> int:
    """Write all pages into `folder`; return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / "index.html", index(halls, (), at, served=False))
    shutil.copyfile(sheets.STYLES, folder / "sheets.css")
    return 1 + sum(write_pages(hall_pages(hall, at), folder / hall.name) for hall in halls if hall.now)
