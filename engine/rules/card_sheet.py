"""Print a rule set as a card for a family: plain text, 80 columns.

Every sentence follows from the switches. Each entry that is not on the card of the published
set gets a star.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, TypeAlias

from engine.deck import BLACK, RED, cards_for
from engine.rules.house_rules import changes
from engine.rules.rule_sets import RULES, Rules
from engine.text import Text, listed

WIDTH = 80
_LABEL = 12
_REST = "; when the first brings your last marble home, the second may be of the partner you then help"


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of the card, and the mark before it, such as a rank."""

    text: str
    label: str = ""


Section: TypeAlias = tuple[str, tuple[Entry, ...]]


def card_sheet(rules: Rules) -> str:
    """The card as text, in lines of at most 80 columns; a star marks what differs from the published set."""
    lines = [f"{rules.title} ({rules.name})", "=" * WIDTH]
    for heading, entries in sections(rules):
        lines += ["", heading.upper()]
        for entry, house in entries:
            lines += _printed(entry, "* " if house else "  ")
    differing = changes(rules) if rules.name in RULES else {}
    if differing:
        lines += ["", "* NOT AS PUBLISHED"]
        for name, (theirs, ours) in differing.items():
            theirs = "the set's own" if theirs == "published" else theirs
            lines += _printed(Entry(f"{name} = {ours} (published: {theirs})"), "  ")
    return "\n".join(lines) + "\n"


def sections(rules: Rules) -> tuple[tuple[str, tuple[tuple[Entry, bool], ...]], ...]:
    """The card's headings with their entries; True beside an entry that differs from the published set."""
    published = RULES.get(rules.name, rules)
    usual = {(heading, entry) for heading, entries in _sections(published) for entry in entries}
    return tuple(
        (heading, tuple((entry, (heading, entry) not in usual) for entry in entries))
        for heading, entries in _sections(rules)
    )


def _printed(entry: Entry, mark: str) -> list[str]:
    first = f"{mark}{entry.label:{_LABEL}}" if entry.label else f"{mark}- "
    return wrap(entry.text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))


def _sections(rules: Rules) -> Iterator[Section]:
    writers: tuple[tuple[str, Callable[[Rules], Iterator[Entry]]], ...] = (
        ("Setup", _setup),
        ("Cards", _cards),
        ("Bumping", _bumping),
        ("Home", _home),
        ("Must play", _must_play),
        ("Helping", _helping),
        ("Winning", _winning),
    )
    return (
        (Text(heading, f"rule-title-{heading.lower().replace(' ', '-')}"), tuple(write(rules)))
        for heading, write in writers
    )


def _setup(rules: Rules) -> Iterator[Entry]:
    for text, players in _grouped(rules, lambda players: _teams(rules, players)):
        numbers = _numbers(players)
        yield _entry(f"{numbers} players: {text}.", "players", numbers=numbers, teams=text)
    yield _entry(
        f"Each player has {rules.marbles_per_player} marbles in START, and all move clockwise. On your side,"
        " the 8th hole is your COME-OUT, the 3rd your IN-SPOT, where the lane to your HOME branches off.",
        "marbles",
        count=rules.marbles_per_player,
    )
    yield from _piles(rules)
    yield _entry("The player to the left of the dealer begins, and play goes clockwise.", "begins")
    if rules.draw_first:
        said = f"Hands of {rules.hand_size} cards: at your turn first draw one, then play one."
        yield _entry(said, "draw-first", count=rules.hand_size)
    else:
        said = f"Hands of {rules.hand_size} cards: play one, move, then draw one."
        yield _entry(said, "draw-after", count=rules.hand_size)
    if rules.forgot_draw_penalty:
        yield _entry(
            "If the next player plays before you draw, you draw two, but only after your next play.",
            "forgot-two",
        )
    elif not rules.draw_first:
        yield _entry("A forgotten draw may be made up for at any time.", "forgot-any")
    yield _entry("When the draw pile is empty, the discards are shuffled to make a new one.", "reshuffle")


def _piles(rules: Rules) -> Iterator[Entry]:
    own = rules.draw_pile == "own"
    whose = "Everybody has their own draw pile and discards" if own else "One draw pile"
    code = "piles-own" if own else "pile"
    decks = _grouped(rules, lambda players: _decks(rules, players))
    for text, players in decks:
        if len(decks) == 1:
            yield _entry(f"{whose}: {text}.", code, decks=text)
            continue
        numbers = _numbers(players)
        said = f"{whose} ({numbers} players): {text}."
        yield _entry(said, f"{code}-for", numbers=numbers, decks=text)


def _teams(rules: Rules, players: int) -> Text:
    teams = rules.teams_for(players)
    if teams == players:
        return Text("everybody alone", "rule-alone")
    opposite = players == 2 * teams
    seats = "partners sit opposite" if opposite else "partners are every other player"
    code = "rule-teams-opposite" if opposite else "rule-teams-other"
    text = f"{teams} teams of {players // teams}, {seats}"
    return Text(text, code, teams=teams, size=players // teams)


def _decks(rules: Rules, players: int) -> Text:
    cards = cards_for(rules, players)
    what = ("half deck" if cards.half else "deck") + "s" * (cards.packs > 1)
    total = cards.packs * (13 * len(BLACK if cards.half else BLACK + RED) + cards.jokers)
    jokers = {0: "without Jokers", 1: "with 1 Joker"}.get(cards.jokers, f"with {cards.jokers} Jokers")
    each = cards.packs > 1 and cards.jokers > 0
    text = f"{cards.packs} {what} {jokers}{' each' * each}, {total} cards"
    values = {"packs": cards.packs, "jokers": cards.jokers, "each": _yes(each), "total": total}
    return Text(text, "rule-half-decks" if cards.half else "rule-decks", **values)


def _grouped(rules: Rules, say: Callable[[int], Text]) -> list[tuple[Text, list[int]]]:
    """The lines for each number of players; numbers with equal lines are combined."""
    said: dict[Text, list[int]] = {}
    for players in rules.players:
        said.setdefault(say(players), []).append(players)
    return list(said.items())


def _numbers(numbers: Iterable[int]) -> Text:
    return listed(map(str, numbers), "or")


def _yes(flag: bool) -> str:
    """The word by which messages choose: "yes" or "no"."""
    return "yes" if flag else "no"


def _entry(text: str, code: str, label: str = "", **values: Any) -> Entry:
    """The entry with the message `rule-CODE`; its mark is the message `label-...` if `label` has letters."""
    mark = Text(label, f"label-{label.lower().replace(' ', '-')}") if label[:1].isalpha() else label
    return Entry(Text(text, f"rule-{code}", **values), mark)


def _cards(rules: Rules) -> Iterator[Entry]:
    ace = "out of START onto your come-out, or 1 forward"
    yield _entry(ace + ", or 11 forward" * rules.ace_11, "ace-11" if rules.ace_11 else "ace", "Ace")
    swap = ", or exchange one of your ring marbles with one of another colour"
    yield _entry("2 forward" + swap * rules.two_swap, "two-swap" if rules.two_swap else "two", "2")
    yield _entry("forward as many holes as the card says", "plain", "3 4 5 6 10")
    yield _seven(rules)
    yield _entry("8 BACKWARD, one marble", "eight", "8")
    yield _nine(rules)
    if rules.face_values_11_12_13:
        for label, count in (("Jack", 11), ("Queen", 12), ("King", 13)):
            yield _entry(f"out of START onto your come-out, or {count} forward", "face", label, count=count)
    else:
        yield _entry("out of START onto your come-out, or 10 forward", "face", "J Q K", count=10)
    yield _joker(rules)
    if rules.partial_7_9_forfeit:
        yield _entry(
            "Part of a 7 or 9 may bring a marble from the ring into its lane; the rest is lost.", "forfeit"
        )
    otherwise = rules.partial_7_9_forfeit
    text = f"{'Otherwise always' * otherwise or 'Always'} the whole count of the card."
    yield _entry(text, "whole-otherwise" if otherwise else "whole")


def _seven(rules: Rules) -> Entry:
    whose = "two marbles of your team" if rules.seven_scope == "team" else "two of your marbles"
    text = f"7 forward, or split forward between {whose}" + _REST * rules.seven_remainder_to_partner
    rest = _yes(rules.seven_remainder_to_partner)
    return _entry(text, "seven", "7", whose=rules.seven_scope, rest=rest)


def _nine(rules: Rules) -> Entry:
    whole = "9 forward" + " or 9 backward" * rules.nine_unsplit_backward
    back = _yes(rules.nine_unsplit_backward)
    if rules.nine_mode == "none":
        return _entry(whole, "nine-whole", "9", back=back)
    whose = "two marbles of your team" if rules.nine_scope == "team" else "two of your marbles"
    ways = (
        "each forward or backward" if rules.nine_mode == "any_way" else "one forward and the other backward"
    )
    text = f"{whole}, or split between {whose}, {ways}, 9 in all"
    if rules.nine_mode == "must":
        text = f"split between {whose}, {ways}, 9 in all; with only one marble in play {whole}"
    values = {
        "back": back,
        "whose": rules.nine_scope,
        "ways": "any" if rules.nine_mode == "any_way" else "each",
        "rest": _yes(rules.nine_remainder_to_partner),
    }
    code = "nine-must" if rules.nine_mode == "must" else "nine-split"
    return _entry(text + _REST * rules.nine_remainder_to_partner, code, "9", **values)


def _joker(rules: Rules) -> Entry:
    text = "your marble, from START or the ring, takes the place of one of another colour on the ring"
    if rules.joker_any_hole:
        text += ", or goes to any empty ring hole"
    if rules.joker_comes_out:
        text += "; or out of START onto your come-out"
    if rules.joker_true_swap:
        text += "; from the ring the two marbles change places and nobody is bumped"
    values = {"any": rules.joker_any_hole, "out": rules.joker_comes_out, "swap": rules.joker_true_swap}
    return _entry(text, "joker", "Joker", **{name: _yes(flag) for name, flag in values.items()})


def _bumping(rules: Rules) -> Iterator[Entry]:
    yield _entry("You may pass the marbles of others. Your own you never pass, nor land on them.", "pass")
    yield _entry("An opponent's marble that you land on goes back to its START.", "bump")
    yield _entry("A partner's marble that you land on goes to its in-spot.", "partner")
    if rules.in_spot_same_colour == "illegal":
        yield _entry(
            "If your partner already has a marble on that in-spot, the play is not allowed.",
            "in-spot-illegal",
        )
    else:
        yield _entry(
            "If your partner already has a marble on that in-spot, one of the two goes to START.",
            "in-spot-start",
        )
    yield _entry("An opponent's marble on that in-spot goes to its START.", "in-spot-opponent")
    if rules.in_spot_chain == "chain":
        yield _entry(
            "Another marble of your team on that in-spot goes to its own in-spot, and so on.", "chain"
        )
    else:
        yield _entry("With another marble of your team on that in-spot the play is not allowed.", "no-chain")
    yield _entry("A marble on its own in-spot cannot be bumped by its own team.", "own-in-spot")
    if rules.start_hole_safe:
        yield _entry("A marble on its own come-out is safe: nobody lands on it or exchanges it.", "safe")


def _home(rules: Rules) -> Iterator[Entry]:
    yield _entry("The count into the lane is exact, and marbles in the lane do not pass each other.", "exact")
    if rules.home_branch == "free":
        yield _entry(
            "A marble whose count fits may turn into its lane, or go on round the ring.", "branch-free"
        )
    else:
        yield _entry("A marble whose count fits its lane must turn into it.", "branch-forced")
    if rules.home_overshoot == "go_round":
        yield _entry("A marble whose count is too big goes on round the ring.", "go-round")
    else:
        yield _entry(
            "A marble whose count is too big for its lane waits: it may not go past its in-spot.", "wait"
        )
    yield _entry("Nothing moves backward into a lane or within it. In the lane a marble is safe.", "no-back")


def _must_play(rules: Rules) -> Iterator[Entry]:
    if rules.discard_free:
        yield _entry("You may always discard a card instead of playing one.", "discard-free")
    else:
        yield _entry(
            "If one of your cards can move a marble, you must play one that can, even to your harm.", "must"
        )
        joker = {
            "only_play": "counts too: if no other card can move, you must play it.",
            "nothing_in_play": "counts only while all your marbles are in START: otherwise you may keep it.",
            "never": "does not count: you may play it, or keep it and discard another card.",
        }
        yield _entry(f"A Joker {joker[rules.joker_forced]}", f"joker-{rules.joker_forced}".replace("_", "-"))
        yield _entry("If none can, discard any one card; that is your turn.", "none-can")
    if rules.free_start_after:
        which = {3: "3rd"}.get(rules.free_start_after, f"{rules.free_start_after}th")
        text = f"With the {which} discard in a row for want of a play you may bring a marble out."
        yield _entry(text, "free-start", count=rules.free_start_after)


def _helping(rules: Rules) -> Iterator[Entry]:
    if all(rules.teams_for(players) == players for players in rules.players):
        yield _entry("Everybody plays alone: nobody helps.", "nobody-helps")
        return
    if rules.play_for_partner_any_time:
        yield _entry(
            "You may move your partners' marbles as well as your own, from the beginning.", "any-time"
        )
    helped = {
        "left": "play your partner's; of several partners, the next on your left who is not yet home",
        "any": "play those of any of your partners",
        "none": "only discard: nobody moves a partner's marbles",
    }
    text = f"Once all your marbles are home, from your next turn on you {helped[rules.help_order]}."
    yield _entry(text, f"help-{rules.help_order}")


def _winning(rules: Rules) -> Iterator[Entry]:
    count = rules.marbles_per_player
    if rules.win_condition == "player":
        text = f"The first player to have all {count} marbles home wins, and so does the whole team."
    else:
        text = f"The first team, or player alone, to have all {count} marbles of everybody home wins."
    yield _entry(text, f"win-{rules.win_condition}", count=count)
