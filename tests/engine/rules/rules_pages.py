"""Generate docs/rules/ from the code: one page for each rule set, with pictures of tricky cases.

`python -m tests.engine.rules.rules_pages` writes the pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.legal import apply
from engine.play import Leg, Play
from engine.position import Position
from engine.rules.rule_sets import RULES, SWITCHES, Rules
from engine.table import table_at
from engine.violation import IllegalPlay
from jokerboard.words.card_sheet import card_sheet, switch_meaning
from tests.engine.rules.board_picture import picture
from tests.engine.short_plays import read_play

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
TEXT = FOLDER.parent / "rules.md"


@dataclass(frozen=True, slots=True)
class Case:
    """A tricky case: a position and a play, which is judged by every rule set and drawn."""

    name: str
    title: str
    text: str
    position: str
    play: str


CASES = (
    Case(
        "eight-back",
        "Out, 8 back, and in",
        "From the come-out an 8 crosses the own in-spot and ends in the corner; 4, 5, 6 or 7 from there"
        " enter the lane. It would be blocked by an own marble on A3.",
        "A8/-/-/- A",
        "8 A8-A0",
    ),
    Case(
        "back-onto-the-in-spot",
        "An 8 that ends on the own in-spot",
        "That is no backing in: the in-spot is a ring hole.",
        "A11/-/-/- A",
        "8 A11-A3",
    ),
    Case(
        "lane-or-ring",
        "Where the count fits, both ways are open",
        "The marble may also go on to A7 (RC-3).",
        "A1/-/-/- A",
        "6 A1-Ah4",
    ),
    Case(
        "overshoot",
        "A count that does not fit goes round",
        "The lane is taken from h3 on, so 6 has only the ring (RC-4).",
        "A1,h3/-/-/- A",
        "6 A1-A7",
    ),
    Case(
        "past-a-guard",
        "Past an opponent on the own in-spot",
        "Passing others is free, into the lane too; the opponent stays.",
        "A1/A3/-/- A",
        "5 A1-Ah3",
    ),
    Case("partner", "Landing on a partner", "C goes to its in-spot (RC-6).", "C4/-/C9/- A", "5 C4-C9>C"),
    Case(
        "partner-waiting",
        "Landing on a partner whose in-spot holds that partner's marble",
        "The switch `in_spot_same_colour` decides.",
        "C4/-/C3,C9/- A",
        "5 C4-C9>CxC",
    ),
    Case(
        "opponent-waiting",
        "Landing on a partner whose in-spot holds an opponent",
        "C goes to its in-spot, the opponent to START.",
        "C4/C3/C9/- A",
        "5 C4-C9>CxB",
    ),
    Case(
        "own-marble-helped",
        "A chain that helps oneself",
        "C's in-spot holds another marble of A: that one goes on to A's in-spot, for free.",
        "C3,C4/-/C9/- A",
        "5 C4-C9>C>A",
    ),
    Case(
        "partner-at-their-in-spot",
        "A partner on their own in-spot cannot be bumped",
        "They would need the hole of the marble that lands (RC-7).",
        "B16/-/C3/- A",
        "5 B16-C3",
    ),
    Case(
        "mover-leaves-first",
        "A Joker from the partner's in-spot onto the partner",
        "The marble that moves has left its hole before anything else is judged (RC-8).",
        "C3/-/C9/- A",
        "X C3-C9>C",
    ),
    Case(
        "partner-on-the-come-out",
        "Coming out onto a partner",
        "A landing like any other (RC-11).",
        "-/-/A8/- A",
        "K As-A8>C",
    ),
    Case(
        "joker-from-start",
        "A Joker from START",
        "Onto any ring marble of another colour (RC-13).",
        "-/B8/-/- A",
        "X As-B8xB",
    ),
    Case("ace-eleven", "An Ace and eleven", "The switch `ace_11` decides.", "A8/-/-/- A", "A A8-B1"),
    Case(
        "exchange",
        "A 2 that exchanges",
        "Nobody is displaced, so no in-spot matters (`two_swap`).",
        "A10/-/C14/- A",
        "2 A10~C14",
    ),
    Case(
        "split-in-order",
        "A split 7, the front marble first",
        "Each leg is judged as the board stands then: A1 first would not pass A3.",
        "A1,A3/-/-/- A",
        "7 A3-Ah4 A1-Ah1",
    ),
    Case(
        "split-out-of-order",
        "The same split the other way round",
        "The result would be the same; the way is not open.",
        "A1,A3/-/-/- A",
        "7 A1-Ah1 A3-Ah4",
    ),
    Case(
        "last-marble",
        "A 7 that brings the last marble home",
        "The rest may go to the partner (`seven_remainder_to_partner`).",
        "A2,h2,h3,h4,h5/-/C10/- A",
        "7 A2-Ah1 C10-C15",
    ),
    Case(
        "nine-both-ways",
        "A 9 split forward and backward",
        "The switch `nine_mode` decides.",
        "A10,B2/-/-/- A",
        "9 A10-A14 B2-A15",
    ),
    Case(
        "nine-crossing",
        "A 9 whose legs would cross",
        "Own marbles are never passed, in neither order.",
        "A10,A13/-/-/- A",
        "9 A10-A14 A13-A8",
    ),
    Case(
        "six-chain",
        "Six players: a chain through two partners",
        "Where A, C and E are a team, C goes to its in-spot, and E from there to its own.",
        "C4/-/C9/-/C3/- A",
        "5 C4-C9>C>E",
    ),
)


def pages() -> dict[Path, str]:
    """The text of every page and picture of docs/rules/, by its path."""
    files = {FOLDER / f"{rules.name}.md": "\n".join(_page(rules)) + "\n" for rules in RULES.values()}
    for case in CASES:
        position, play = _parsed(case)
        files[FOLDER / "img" / f"{case.name}.svg"] = picture(position, play, f"{case.title}: {case.play}")
    return files


def _parsed(case: Case) -> tuple[Position, Play]:
    position = Position.parse(case.position)
    return position, Play.parse(case.play, table_at(RULES["joker-board"], position).board)


def _page(rules: Rules) -> Iterator[str]:
    yield f"# {rules.title}"
    yield ""
    yield f"The rule set `{rules.name}`, as the program plays it; this page is written from the code. Every"
    yield "ruling, and what each switch means: [the rules that the board knows](../rules.md)."
    yield ""
    yield "```"
    yield card_sheet(rules).rstrip("\n")
    yield "```"
    yield ""
    yield "## Where it differs from other sets"
    yield ""
    yield "| switch | here | meaning |"
    yield "|---|---|---|"
    yield from _differing(rules)
    yield ""
    yield "## Tricky cases"
    yield ""
    yield "A and C play against B and D. Arrows are marbles that are carried, dashed ones what that does."
    for case in CASES:
        yield ""
        yield f"### {case.title}"
        yield ""
        yield f"![{case.play} in {case.position}](img/{case.name}.svg)"
        yield ""
        yield case.text
        yield ""
        yield verdict(rules, case)


def _differing(rules: Rules) -> Iterator[str]:
    for name in SWITCHES:
        words = {other.switches()[name] for other in RULES.values()}
        if len(words) > 1:
            yield f"| `{name}` | {rules.switches()[name]} | {switch_meaning(name)} |"


def verdict(rules: Rules, case: Case) -> str:
    """The engine's verdict on the case by these rules, as a sentence."""
    position, play = _parsed(case)
    table = table_at(rules, position)
    bare = tuple(Leg(leg.seat, leg.source, leg.target, leg.exchange) for leg in play.legs)
    try:
        after = apply(table, position, Play(play.card, bare))
    except IllegalPlay as refusal:
        return f"**Not here**: {refusal}"
    full = read_play(table, position, Play(play.card, bare).text(table.board)).text(table.board)
    return f"**Legal**: `{full}` gives `{after}`."


def write() -> None:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
