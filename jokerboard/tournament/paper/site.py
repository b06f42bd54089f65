"""The results of a tournament as a folder of web pages, which any web server serves and which run no script.

| file | what |
|---|---|
| `index.html` | the standings, and links to everything else |
| `crosstable.html` | every team's opponents and points, round by round |
| `round-N.html` | the tables of a round with their results |
| `game-R-T.html` | the game at table T of round R, the board after each play, if its log is in the store |
| `sheets.css` | the styles, those of the printed sheets |
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jokerboard.host.files import replace_file
from jokerboard.journal.records import parse
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import GameView, TableView, header_json
from jokerboard.tournament.collect.store import StoreReader
from jokerboard.tournament.english import words
from jokerboard.tournament.event.model import Match, Round, Source, Stage, Tournament
from jokerboard.tournament.event.sentences import result_text, told_bye
from jokerboard.tournament.paper import game_board, sheets
from jokerboard.web.templating import templates

_TEMPLATES: Final = templates(sheets.TEMPLATES)
_RECORDS: Final = (
    "SELECT text, records.hash FROM records JOIN tables ON tables.id = owner"
    " WHERE name = ? AND journal = ? AND game = ? ORDER BY records.n"
)


def write_site(now: Tournament, store: StoreReader, folder: Path, at: float) -> int:
    """Write the pages into `folder`, over those of an earlier call; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = site_pages(now, store, at)
    for name, page in pages.items():
        replace_file(folder / name, page)
    shutil.copyfile(sheets.STYLES, folder / "sheets.css")
    return len(pages)


def site_pages(
    now: Tournament, store: StoreReader, at: float, *, back: str | None = None, styles: str = "sheets.css"
) -> dict[str, str]:
    """The pages by their names; `back` is the address of a page above them."""
    return dict(_pages(now, store, at, back, styles))


def _pages(
    now: Tournament, store: StoreReader, at: float, back: str | None, styles: str
) -> Iterator[tuple[str, str]]:
    begun = [here for here in now.rounds if here.stage is not Stage.PAIRED]
    links = [] if back is None else [(back, words("federation.title"))]
    links += [("index.html", words("site.standings")), ("crosstable.html", words("site.crosstable"))]
    links += [(f"round-{here.number}.html", words("order.round", number=here.number)) for here in begun]
    for name, kind in (("index.html", "standings"), ("crosstable.html", "crosstable")):
        yield name, sheets.sheet(now, kind, None, at, styles=styles, links=links)
    for here in begun:
        games = {match.table: game for match in here.matches if (game := _game(store, match)) is not None}
        rows = [_row(now, here, match, match.table in games) for match in here.matches]
        title = words("order.round", number=here.number)
        byes = [told_bye(now, here, number) for number in here.byes]
        yield (
            f"round-{here.number}.html",
            _page(now, "site-round", title, links, styles, rows=rows, byes=byes),
        )
        for table, game in games.items():
            title = words("result.place", round=here.number, table=table)
            about = result_text(now, here.match(table))
            yield (
                f"game-{here.number}-{table}.html",
                _page(now, "site-game", title, links, styles, about=about, **_replay(game)),
            )


def _page(
    now: Tournament, template: str, title: str, links: list[tuple[str, str]], styles: str, **more: Any
) -> str:
    return _TEMPLATES.get_template(f"{template}.html").render(
        title=f"{now.settings.name}: {title}",
        event=" · ".join(filter(None, (now.settings.place, now.settings.name))),
        heading=title,
        links=links,
        styles=styles,
        inside=None,
        size=2,
        **more,
    )


def _row(now: Tournament, here: Round, match: Match, has_game: bool) -> Mapping[str, Any]:
    return {
        "table": match.table,
        "teams": [now.team(number).name for number in match.teams],
        "result": result_text(now, match),
        "game": f"game-{here.number}-{match.table}.html" if has_game else None,
    }


def _game(store: StoreReader, match: Match) -> GameView | None:
    """The match's game from its log; None if the result is of a slip, or the log is not in the store."""
    source: Source | None = match.result.source if match.result else None
    if source is None:
        return None
    view = TableView()
    for row in store.each(_RECORDS, source.table, source.journal, source.game):
        if row["text"]:
            view.take(parse(row["text"], row["hash"]), 0, "")
    return view.game


def _replay(game: GameView) -> Mapping[str, Any]:
    """The game's seats, its empty board, and each play with the board after it."""
    told = header_json(game.row)
    sides, names = told["sides"], reading.names(game.row.names)
    plays = [
        {
            "n": play.n,
            "who": names.get(play.seat or "", "") or words("seat.name", seat=play.seat),
            "seat": play.seat,
            "card": play.card,
            "play": play.play,
            "position": play.position,
            "marbles": game_board.marbles(play.position, sides),
            "state": "" if play.state == "ok" else words(f"site.{play.state}"),
        }
        for play in game.plays.values()
    ]
    seats = [(seat, names.get(seat, "")) for seat in told["seats"]]
    return {"seats": seats, "plan": game_board.plan(sides), "plays": plays}
