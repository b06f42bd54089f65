"""The sentences of what is printed; `jokerboard/tournament/paper/templates` has the rest."""

from __future__ import annotations

from jokerboard.host.wording import Catalogue

PAPER: Catalogue = {
    "sheet.no-address": "No QR code: the tournament has no address of the desk's page (Settings).",
    "sheet.no-segno": "No QR code: the library segno is not installed.",
    "sheet.round": "Round {number} of {of}",
    "sheet.find": "Round {number}: find your seat",
    "sheet.seat": "table {table}, seat {seat}",
    "sheet.reserve": "{where}, reserve",
    "sheet.bye": "bye",
    "sheet.side-1": "First side",
    "sheet.side-2": "Second side",
    "sheet.side-3": "Third side",
    "sheet.small": lambda number, rules, minutes: (
        f"Round {number} · {rules}{f' · {minutes} minutes' if minutes else ''}"
    ),
    "standings.before": "Before the first round",
    "standings.during": "Standings during round {round}",
    "standings.after": "Standings after round {round}",
    "standings.final": "Final standings",
    "crosstable.before": "Before the first round",
    "crosstable.during": "Crosstable during round {round}",
    "crosstable.after": "Crosstable after round {round}",
    "crosstable.final": "Final crosstable",
    "sheet.prize": lambda won, shared: f"{' and '.join(won)}{' (shared)' if shared else ''}",
    "table.number": "table {table}",
    "tie-break.Buchholz": "the points of all opponents together",
    "tie-break.Direct": "points from each other, if all who are equal so far have met",
    "tie-break.Marbles": "own marbles home less those of the opponents, over all tables",
    "tie-break.Holes": "holes the opponents had still to go less the own, over all tables",
    "sheet.pairings.title": "pairings",
    "sheet.pairings.about": "for the wall: who meets whom, by table",
    "sheet.players.title": "list by player",
    "sheet.players.about": "for the wall: everybody's table and seat, by name",
    "sheet.seats.title": "table sheets",
    "sheet.seats.about": "half a page a table: seats, and a code to follow it on a phone",
    "sheet.signs.title": "table signs",
    "sheet.signs.about": "a page a table: its number, to be seen across the hall",
    "sheet.slips.title": "result slips",
    "sheet.slips.about": "four a page, for tables that cannot report themselves",
    "sheet.cards.title": "team cards",
    "sheet.cards.about": "eight a page: a code that leads to the team's table in every round",
    "sheet.standings.title": "standings",
    "sheet.standings.about": "with the tie-breaks explained",
    "sheet.crosstable.title": "crosstable",
    "sheet.crosstable.about": "every team's opponents and points, round by round",
    "sheet.prizes.title": "prize list",
    "sheet.prizes.about": "places, teams and prizes",
}
