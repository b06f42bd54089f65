"""The results of a tournament as a folder of web pages without scripts, which any web server can serve.

| file | contents |
|---|---|
| `index.html` | the standings, and links to all other pages |
| `crosstable.html` | every team's opponents and points, round by round |
| `round-N.html` | the tables of a round with their results |
| `game-R-T.html` | the game at table T in round R with the board after each play, if there is a replay |
| `sheets.css` | the styles of the pages, which the printed sheets use, too |
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Set
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from jokerboard.host.files import replace_file
from jokerboard.tournament.event.model import Match, Round, Stage, Tournament
from jokerboard.tournament.event.sentences import bye_text, result_text
from jokerboard.tournament.paper import sheets
from jokerboard.tournament.paper.replay import Replay, Replays, shown_replay
from jokerboard.words.catalogue import words

Pages: TypeAlias = Mapping[str, Callable[[], str]]
"""The functions that make the pages, by file name; one page is in memory at a time: all may have 100 MB."""


def write_site(now: Tournament, replays: Replays, folder: Path, at: float) -> int:
    """Write the pages of a tournament's site into `folder`, over older ones; return the number of pages."""
    count = write_pages(site_pages(now, replays, at), folder)
    shutil.copyfile(sheets.STYLES, folder / "sheets.css")
    return count


def write_pages(pages: Pages, folder: Path) -> int:
    """Write pages into `folder`, which is created if it is missing; return the number of pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in pages.items():
        replace_file(folder / name, page())
    return len(pages)


def site_pages(
    now: Tournament, replays: Replays, at: float, *, back: str | None = None, styles: str = "sheets.css"
) -> Pages:
    """The pages of a tournament's site by file name; `back` is the address of a page of several halls."""
    begun = [here for here in now.rounds if here.stage is not Stage.PAIRED]
    links: list[tuple[str, str]] = [] if back is None else [(back, words("federation.title"))]
    links += [("index.html", words("site.standings")), ("crosstable.html", words("site.crosstable"))]
    links += [(f"round-{here.number}.html", words("order.round", number=here.number)) for here in begun]
    pages: dict[str, Callable[[], str]] = {
        f"{name}.html": partial(sheets.sheet, now, kind, None, at, styles=styles, links=links)
        for name, kind in (("index", "standings"), ("crosstable", "crosstable"))
    }
    for here in begun:
        shown = {match.table for match in here.matches if replays.has(match)}
        pages[f"round-{here.number}.html"] = partial(_round, now, here, shown, links, styles)
        for match in here.matches:
            if match.table in shown:
                make = partial(_game, now, here, match, replays, links, styles)
                pages[f"game-{here.number}-{match.table}.html"] = make
    return pages


def _round(now: Tournament, here: Round, shown: Set[int], links: list[tuple[str, str]], styles: str) -> str:
    rows = [_row(now, here, match, match.table in shown) for match in here.matches]
    byes = [bye_text(now, here, number) for number in here.byes]
    title = words("order.round", number=here.number)
    return sheets.page(now, "site-round", title, styles, links, heading=title, size=2, rows=rows, byes=byes)


def _game(
    now: Tournament, here: Round, match: Match, replays: Replays, links: list[tuple[str, str]], styles: str
) -> str:
    title = words("result.place", round=here.number, table=match.table)
    shown = shown_replay(replays.of(match) or Replay(4, (), ()))
    about = result_text(now, match)
    return sheets.page(now, "site-game", title, styles, links, heading=title, size=2, about=about, **shown)


def _row(now: Tournament, here: Round, match: Match, has_game: bool) -> Mapping[str, Any]:
    return {
        "table": match.table,
        "teams": [now.team(number).name for number in match.teams],
        "result": result_text(now, match),
        "game": f"game-{here.number}-{match.table}.html" if has_game else None,
    }
