"""Export a whole tournament for other programs: one JSON file, and CSV tables for spreadsheets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jokerboard.host.outside_text import csv_line
from jokerboard.tournament.event import codec
from jokerboard.tournament.event.events import to_json
from jokerboard.tournament.event.history import History, Past, exchange_text, iso
from jokerboard.tournament.event.model import Match, Tournament
from jokerboard.tournament.event.sentences import bye_kind_text
from jokerboard.tournament.event.standings import Parts, parts, standings, tie_breaks
from jokerboard.tournament.paper import text

FORMAT = 1
"""The version number of the JSON export."""
PARTS = ("tables", "byes", "left_out", "penalty")
"""The parts of a team's points, which are columns of the CSV; `penalty` is subtracted."""


def as_json(history: History | Past) -> str:
    """The tournament as JSON text: settings, teams, rounds with results, standings, and all events."""
    return json.dumps(whole(history), ensure_ascii=False, indent=1) + "\n"


def whole(history: History | Past) -> dict[str, Any]:
    """The tournament as a JSON object: settings, teams, rounds, standings and events."""
    now = history.now
    return {
        "tournament": FORMAT,
        "settings": codec.to_json(now.settings),
        "teams": codec.to_json(now.teams),
        "rounds": codec.to_json(now.rounds),
        "standings": standings_json(now),
        "prizes": list(now.prizes),
        "tables": {str(table): name for table, name in now.links},
        "events": [
            {"n": one.n, "at": iso(one.at), "by": one.by, **to_json(one.event)} for one in history.events
        ],
    }


def standings_json(now: Tournament) -> list[dict[str, Any]]:
    """The standings with the teams' names; tie-breaks have their printed names in lower case as keys."""
    return [
        {
            "place": row.place or None,
            "team": row.team,
            "name": now.team(row.team).name,
            "points": row.points,
            **{one.value.lower(): row.value(one) for one in tie_breaks(now.settings.system)},
            **{name: getattr(row, name) for name in PARTS},
            "won": row.won,
            "played": row.played,
            "withdrawn": now.team(row.team).withdrawn,
        }
        for row in standings(now)
    ]


def standings_csv(history: History | Past) -> str:
    """The standings as CSV text, one row for each team."""
    now = history.now
    by = (one.value.lower() for one in tie_breaks(now.settings.system))
    head = ("place", "team", "players", "club", "points", *by, "won", "played", *PARTS)
    entries = {team.number: team.entry for team in now.teams}
    rows = (
        row | {"team": row["name"], "players": ", ".join(entry.players), "club": entry.club}
        for row in standings_json(now)
        for entry in (entries[row["team"]],)
    )
    return _csv(head, ([row[name] for name in head] for row in rows))


def results_csv(history: History | Past) -> str:
    """The results as CSV text: one row for each team at each table, bye, left-out meeting and penalty.

    The points in a team's rows add up to its points in the standings.
    """
    now = history.now
    of = parts(now)
    rows: list[dict[str, Any]] = []

    def add(round: int | None, team: int, **cells: Any) -> None:
        rows.append({"round": round, "team": now.team(team).name} | cells)

    for here in now.rounds:
        for match in here.matches:
            for side, number in enumerate(match.teams, 1):
                add(here.number, number, table=match.table, side=side, **_result(of, match, number))
        for number in here.byes:
            add(here.number, number, points=of.bye(here, number), how=bye_kind_text(now, here, number))
    for row in standings(now):
        if row.left_out:
            add(None, row.team, points=row.left_out, how="left-out")
    for one in now.penalties:
        add(one.round or None, one.team, points=-one.points, how="penalty", reason=one.reason)
    return _csv(_RESULT, ([row.get(name) for name in _RESULT] for row in rows))


_RESULT = (
    "round", "table", "side", "team", "place", "points", "home", "to_go", "how", "corrected", "reason", "log",
)  # fmt: skip


def _result(of: Parts, match: Match, number: int) -> dict[str, Any]:
    """The cells of a team's result at a table; empty without a result."""
    result = match.result
    if result is None:
        return {}
    count, source = result.count(number), result.source
    at = next((k for k, place in enumerate(result.places) if number in place), None)
    return {
        "place": "absent" if at is None else 1 + sum(map(len, result.places[:at])),
        "points": of.at_table(match, number),
        "home": None if count is None else count.home,
        "to_go": None if count is None else count.to_go,
        "how": result.how.value,
        "corrected": "yes" if match.corrected else None,
        "reason": result.reason,
        "log": None if source is None else f"{source.table} {source.journal} {source.game}",
    }


def teams_csv(history: History | Past) -> str:
    """The teams as CSV text in the form of a list for registration."""
    now = history.now
    most = max((len(team.entry.players) for team in now.teams), default=now.settings.team_size)
    head = ("team", *(f"player{k}" for k in range(1, most + 1)), "club", "rating")
    rows = (
        (
            team.name,
            *team.entry.players,
            *[""] * (most - len(team.entry.players)),
            team.entry.club,
            team.entry.rating or "",
        )
        for team in now.teams
    )
    return _csv(head, rows)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV text for spreadsheets; a text that a spreadsheet could run as a formula is escaped."""
    return "\ufeff" + "".join(map(csv_line, (head, *rows)))


def standings_text(history: History | Past) -> str:
    """The standings as plain text, with the round that they show."""
    return "\n".join(text.standing(history.now)) + "\n"


EXPORTS: dict[str, Callable[[History | Past], str]] = {
    "json": as_json,
    "exchange.json": exchange_text,
    "standings.csv": standings_csv,
    "results.csv": results_csv,
    "teams.csv": teams_csv,
    "standings.txt": standings_text,
}
"""The functions that make each export, by file name."""
