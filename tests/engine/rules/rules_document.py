"""Generate the tables of docs/rules.md from the code.

`python -m tests.engine.rules.rules_document` writes them into the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.deck import cards_for
from engine.rules.rule_sets import RULES, SWITCHES, UNSUPPORTED, Rules
from jokerboard.words.card_sheet import switch_meaning

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules.md"


def sets() -> Iterator[str]:
    """The table of the rule sets: title, players, teams and cards."""
    yield from _heading("", RULES)
    rows: tuple[tuple[str, Callable[[Rules], str]], ...] = (
        ("title", lambda rules: rules.title),
        ("players", lambda rules: ", ".join(map(str, rules.players))),
        ("teams", lambda rules: "; ".join(f"{n}: {_teams(rules, n)}" for n in rules.players)),
        ("cards", lambda rules: "; ".join(f"{n}: {_cards(rules, n)}" for n in rules.players)),
    )
    for name, value in rows:
        yield _row(name, *(value(rules) for rules in RULES.values()))


def differing() -> Iterator[str]:
    """The table of the switches in which two rule sets differ, with each set's value."""
    yield from _heading("switch", RULES)
    for name in SWITCHES:
        values = [rules.switches()[name] for rules in RULES.values()]
        if len(set(values)) > 1:
            yield _row(f"`{name}`", *values)


def common() -> Iterator[str]:
    """The table of the switches that have the same value in all rule sets."""
    yield from _heading("switch", ["in every set"])
    for name in SWITCHES:
        values = {rules.switches()[name] for rules in RULES.values()}
        if len(values) == 1:
            yield _row(f"`{name}`", *values)


def meanings() -> Iterator[str]:
    """The table of all switches: values, effect, and source."""
    yield from _heading("switch", ["values", "meaning", "source"])
    for switch in SWITCHES.values():
        yield _row(f"`{switch.name}`", ", ".join(switch.values), switch_meaning(switch.name), switch.source)


def unsupported() -> Iterator[str]:
    """The table of house rules that the engine does not support, with the reasons."""
    yield from _heading("switch", ["why not"])
    for name, reason in UNSUPPORTED.items():
        yield _row(f"`{name}`", reason)


def written() -> str:
    """The text of the document with all generated parts replaced."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for part in (sets, differing, common, meanings, unsupported):
        begins = f"<!-- {part.__name__} -->\n"
        pattern = re.compile(re.escape(begins) + r".*?<!-- end -->", re.DOTALL)
        table = "\n".join(part())
        text, found = pattern.subn(lambda _, new=f"{begins}{table}\n<!-- end -->": new, text)  # type: ignore[misc]
        if found != 1:
            raise ValueError(f"{DOCUMENT.name} has {found} places for {part.__name__}, not one")
    return text


def _teams(rules: Rules, players: int) -> str:
    teams = rules.teams_for(players)
    return "alone" if teams == players else f"{teams} × {players // teams}"


def _cards(rules: Rules, players: int) -> str:
    cards = cards_for(rules, players)
    return f"{cards.packs} × {52 + cards.jokers}{' each' if cards.own else ''}"


def _heading(first: str, others: Iterable[str]) -> Iterator[str]:
    yield _row(first, *others)
    yield "|" + "---|" * (1 + len(list(others)))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


if __name__ == "__main__":
    DOCUMENT.write_text(written(), encoding="utf-8")
