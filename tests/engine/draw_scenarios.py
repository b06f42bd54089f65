"""Draw scenarios as the pictures of docs/referee.md: `python -m tests.engine.draw_scenarios`.

Time runs downward, and the holes are side by side. A hole is drawn full or empty as its sensor shows it. The
letter in a full hole is the owner that the referee infers for its marble, `?` while the owner is unknown.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from engine.geometry import Board
from engine.referee.events import CardRead, Edge, Event
from engine.referee.verdicts import NextTurn, Verdict
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.trace import read_event, read_header

ROOT = Path(__file__).parents[2]
IMG, SCENARIOS = ROOT / "docs" / "img", ROOT / "tests" / "scenarios"

PICTURES = {
    "captured-last": ("bumps/captured-marble-last", ("A8", "A13", "Bs5")),
    "ace-amended": ("amendments/ace-carried-on", ("A8", "A9", "B1")),
    "exchange-two-holes-ahead": ("plays/exchange-two-holes-ahead", ("A8", "A10", "Ds5")),
    "illegal-wrong-count": ("illegal/wrong-count", ("A8", "A13", "A14")),
}
"""By the picture's name: the scenario, and the holes that are drawn."""
NOISE = 0.0081
SEATS = "ABCDEFGH"
COLOURS = {"A": "#b3261e", "B": "#1f5fbf", "C": "#2e7d32", "D": "#8a5a00", "?": "#6b6b6b"}
WIDTH, TOP, ROW, LEFT, COLUMN = 640, 44, 28, 190, 46


class Moment(NamedTuple):
    """One row of a scenario's picture: the events, the letter of each hole (or nothing), and the verdicts."""

    t: float
    what: str
    shown: tuple[str, ...]
    verdicts: tuple[str, ...]


def moments(name: str, holes: tuple[str, ...]) -> list[Moment]:
    """The rows of a scenario's picture: one for each time with an event or a verdict."""
    text = (SCENARIOS / f"{name}.jsonl").read_text(encoding="utf-8")
    header, *lines = [each for each in text.splitlines() if not each.startswith(('{"about"', '{"expect"'))]
    read = read_header(header)
    board, referee = read.table.board, read.referee()
    full = {board.name(hole) for hole in referee.believed}
    found: list[Moment] = []

    def note(t: float, what: str, verdicts: list[Verdict]) -> None:
        words = tuple(_words(to_json(v, board)) for v in verdicts if not isinstance(v, NextTurn))
        known = {board.name(hole): SEATS[seat] for hole, seat in referee.believed.items()}
        shown = tuple(known.get(hole, "?") if hole in full else "" for hole in holes)
        if what or words:
            found.append(Moment(t, what, shown, words))

    for number, line in enumerate(lines, 2):
        event = read_event(line, number, board)
        while (due := referee.deadline) is not None and due < event.t:
            note(due, "", referee.advance(due))
        if isinstance(event, Edge):
            (full.add if event.on else full.discard)(board.name(event.hole))
        verdicts = referee.feed(event)
        # A verdict is drawn beside the edge that it follows by 8 ms, when the edge is accepted.
        if isinstance(event, Edge):
            verdicts += referee.advance(event.t + NOISE)
        note(event.t, _happened(event, board), verdicts)
    return found


def _happened(event: Event, board: Board) -> str:
    match event:
        case Edge(_, hole, on):
            return f"{board.name(hole)} {'fills' if on else 'empties'}"
        case CardRead(_, card, int(at)):
            return f"{SEATS[at]} lays {card}"
        case _:
            return ""


def _words(verdict: dict[str, Any]) -> str:
    match verdict["kind"]:
        case "move":
            again = f" instead of play {verdict['amends']}" if "amends" in verdict else ""
            owed = "".join(f", {o['marble']} owed to {o['to'][0]}" for o in verdict["owing"])
            return f"move {verdict['play']}{again}{owed}"
        case "illegal":
            steps = ", ".join(f"{step['from']} back to {step['to']}" for step in verdict["put_back"])
            return f"illegal: {verdict['code']}; {steps}"
        case kind:
            return str(kind)


def picture(name: str, holes: tuple[str, ...]) -> str:
    drawn = moments(name, holes)
    height = TOP + ROW * len(drawn) + 14
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        ' font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(name)}</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fbf8f2"/>',
    ]
    for i, hole in enumerate(holes):
        x = LEFT + COLUMN * i
        out.append(f'<text x="{x}" y="26" text-anchor="middle" font-weight="bold">{hole}</text>')
        out.append(f'<path d="M{x} {TOP - 8}V{height - 14}" stroke="#e4ddcf"/>')
    for row, moment in enumerate(drawn):
        out += _row(moment, TOP + ROW * row + ROW // 2)
    return "\n".join([*out, "</svg>", ""])


def _row(moment: Moment, y: int) -> list[str]:
    out = [
        f'<text x="52" y="{y + 4}" text-anchor="end" fill="#6b6b6b">{moment.t:.3f}</text>',
        f'<text x="66" y="{y + 4}">{escape(moment.what)}</text>',
    ]
    for i, letter in enumerate(moment.shown):
        x = LEFT + COLUMN * i
        fill = COLOURS[letter] if letter else "#fbf8f2"
        out.append(f'<circle cx="{x}" cy="{y}" r="10" fill="{fill}" stroke="#4a4a4a"/>')
        if letter:
            out.append(
                f'<text x="{x}" y="{y + 4}" text-anchor="middle" fill="#fff" font-size="12">{letter}</text>'
            )
    if moment.verdicts:
        bad = any(words.startswith("illegal") for words in moment.verdicts)
        x = LEFT + COLUMN * len(moment.shown)
        colour = "#b3261e" if bad else "#1d5c2a"
        text = escape("; ".join(moment.verdicts))
        out.append(f'<text x="{x}" y="{y + 4}" fill="{colour}" font-weight="bold">{text}</text>')
    return out


if __name__ == "__main__":
    for drawing, (scenario, columns) in PICTURES.items():
        (IMG / f"{drawing}.svg").write_text(picture(scenario, columns), encoding="utf-8")
