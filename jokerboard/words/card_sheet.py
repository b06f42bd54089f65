"""The card of a rule set for a family: entries for the page, and a plain text of 80 columns.

Every entry follows from the switches; its sentence is the message `rule-CODE`. Each entry that is not on the
card of the published set gets a star.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, TypeAlias

from engine.deck import BLACK, RED, cards_for
from engine.rules.house_rules import changes
from engine.rules.rule_sets import RULES, Rules
from jokerboard.words.catalogue import Text, listed, words

WIDTH = 80
_LABEL = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of the card, and the mark before it, such as a rank."""

    text: Text
    label: str = ""


Section: TypeAlias = tuple[Text, tuple[Entry, ...]]


def switch_meaning(name: str) -> Text:
    """The meaning of a switch, in words."""
    return words(f"switch-{name.replace('_', '-')}")


def card_sheet(rules: Rules) -> str:
    """The card as text, in lines of at most 80 columns; a star marks what differs from the published set."""
    lines = [f"{rules.title} ({rules.name})", "=" * WIDTH]
    for heading, entries in sections(rules):
        lines += ["", heading.upper()]
        for entry, house in entries:
            lines += _printed(entry.text, entry.label, "* " if house else "  ")
    differing = changes(rules) if rules.name in RULES else {}
    if differing:
        lines += ["", "* NOT AS PUBLISHED"]
        for name, (theirs, ours) in differing.items():
            theirs = "the set's own" if theirs == "published" else theirs
            lines += _printed(f"{name} = {ours} (published: {theirs})", "", "  ")
    return "\n".join(lines) + "\n"


def sections(rules: Rules) -> tuple[tuple[Text, tuple[tuple[Entry, bool], ...]], ...]:
    """The card's headings with their entries; True beside an entry that differs from the published set."""
    published = RULES.get(rules.name, rules)
    usual = {(heading, entry) for heading, entries in _sections(published) for entry in entries}
    return tuple(
        (heading, tuple((entry, (heading, entry) not in usual) for entry in entries))
        for heading, entries in _sections(rules)
    )


def _printed(text: str, label: str, mark: str) -> list[str]:
    first = f"{mark}{label:{_LABEL}}" if label else f"{mark}- "
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))


def _sections(rules: Rules) -> Iterator[Section]:
    writers: tuple[tuple[str, Callable[[Rules], Iterator[Entry]]], ...] = (
        ("setup", _setup),
        ("cards", _cards),
        ("bumping", _bumping),
        ("home", _home),
        ("must-play", _must_play),
        ("helping", _helping),
        ("winning", _winning),
    )
    return ((words(f"rule-title-{heading}"), tuple(write(rules))) for heading, write in writers)


def _setup(rules: Rules) -> Iterator[Entry]:
    for text, numbers in _grouped(rules, lambda players: _teams(rules, players)):
        yield _entry("players", numbers=numbers, teams=text)
    yield _entry("marbles", count=rules.marbles_per_player)
    code = "piles-own" if rules.draw_pile == "own" else "pile"
    decks = _grouped(rules, lambda players: _decks(rules, players))
    for text, numbers in decks:
        yield (
            _entry(code, decks=text)
            if len(decks) == 1
            else _entry(f"{code}-for", numbers=numbers, decks=text)
        )
    yield _entry("begins")
    yield _entry("draw-first" if rules.draw_first else "draw-after", count=rules.hand_size)
    if rules.forgot_draw_penalty:
        yield _entry("forgot-two")
    elif not rules.draw_first:
        yield _entry("forgot-any")
    yield _entry("reshuffle")


def _teams(rules: Rules, players: int) -> Text:
    teams = rules.teams_for(players)
    if teams == players:
        return words("rule-alone")
    opposite = players == 2 * teams
    code = "rule-teams-opposite" if opposite else "rule-teams-other"
    return words(code, teams=teams, size=players // teams)


def _decks(rules: Rules, players: int) -> Text:
    cards = cards_for(rules, players)
    total = cards.packs * (13 * len(BLACK if cards.half else BLACK + RED) + cards.jokers)
    each = _yes(cards.packs > 1 and cards.jokers > 0)
    code = "rule-half-decks" if cards.half else "rule-decks"
    return words(code, packs=cards.packs, jokers=cards.jokers, each=each, total=total)


def _grouped(rules: Rules, text_for: Callable[[int], Text]) -> list[tuple[Text, Text]]:
    """Each text for a number of players, with the list of the numbers that have this text."""
    numbers: dict[Text, list[int]] = {}
    for players in rules.players:
        numbers.setdefault(text_for(players), []).append(players)
    return [(text, listed([*map(str, players)], "or")) for text, players in numbers.items()]


def _yes(flag: bool) -> str:
    """The word by which messages choose: "yes" or "no"."""
    return "yes" if flag else "no"


def _entry(code: str, label: str = "", **values: Any) -> Entry:
    """The entry with the message `rule-CODE`; its mark is the message `label-...` if `label` has letters."""
    mark = words(f"label-{label.lower().replace(' ', '-')}") if label[:1].isalpha() else label
    return Entry(words(f"rule-{code}", **values), mark)


def _cards(rules: Rules) -> Iterator[Entry]:
    yield _entry("ace-11" if rules.ace_11 else "ace", "Ace")
    yield _entry("two-swap" if rules.two_swap else "two", "2")
    yield _entry("plain", "3 4 5 6 10")
    rest = _yes(rules.seven_remainder_to_partner)
    yield _entry("seven", "7", whose=rules.seven_scope, rest=rest)
    yield _entry("eight", "8")
    yield _nine(rules)
    if rules.face_values_11_12_13:
        for label, count in (("Jack", 11), ("Queen", 12), ("King", 13)):
            yield _entry("face", label, count=count)
    else:
        yield _entry("face", "J Q K", count=10)
    any_hole, out, swap = map(_yes, (rules.joker_any_hole, rules.joker_comes_out, rules.joker_true_swap))
    yield _entry("joker", "Joker", any=any_hole, out=out, swap=swap)
    if rules.partial_7_9_forfeit:
        yield _entry("forfeit")
    yield _entry("whole-otherwise" if rules.partial_7_9_forfeit else "whole")


def _nine(rules: Rules) -> Entry:
    back = _yes(rules.nine_unsplit_backward)
    if rules.nine_mode == "none":
        return _entry("nine-whole", "9", back=back)
    values = {
        "back": back,
        "whose": rules.nine_scope,
        "ways": "any" if rules.nine_mode == "any_way" else "each",
        "rest": _yes(rules.nine_remainder_to_partner),
    }
    return _entry("nine-must" if rules.nine_mode == "must" else "nine-split", "9", **values)


def _bumping(rules: Rules) -> Iterator[Entry]:
    yield _entry("pass")
    yield _entry("bump")
    yield _entry("partner")
    yield _entry("in-spot-illegal" if rules.in_spot_same_colour == "illegal" else "in-spot-start")
    yield _entry("in-spot-opponent")
    yield _entry("chain" if rules.in_spot_chain == "chain" else "no-chain")
    yield _entry("own-in-spot")
    if rules.start_hole_safe:
        yield _entry("safe")


def _home(rules: Rules) -> Iterator[Entry]:
    yield _entry("exact")
    yield _entry("branch-free" if rules.home_branch == "free" else "branch-forced")
    yield _entry("go-round" if rules.home_overshoot == "go_round" else "wait")
    yield _entry("no-back")


def _must_play(rules: Rules) -> Iterator[Entry]:
    if rules.discard_free:
        yield _entry("discard-free")
    else:
        yield _entry("must")
        yield _entry(f"joker-{rules.joker_forced.replace('_', '-')}")
        yield _entry("none-can")
    if rules.free_start_after:
        yield _entry("free-start", count=rules.free_start_after)


def _helping(rules: Rules) -> Iterator[Entry]:
    if all(rules.teams_for(players) == players for players in rules.players):
        yield _entry("nobody-helps")
        return
    if rules.play_for_partner_any_time:
        yield _entry("any-time")
    yield _entry(f"help-{rules.help_order}")


def _winning(rules: Rules) -> Iterator[Entry]:
    yield _entry(f"win-{rules.win_condition}", count=rules.marbles_per_player)
