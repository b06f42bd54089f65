"""Print a rule set as a card for a family: plain text, 80 columns.

Every sentence follows from the switches. The published set's card is written too, and an entry that is not
on that one is marked with a star.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from engine.deck import BLACK, RED, cards_for
from engine.rules.house_rules import changes
from engine.rules.rule_sets import RULES, Rules

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
    return ((heading, tuple(write(rules))) for heading, write in writers)


def _setup(rules: Rules) -> Iterator[Entry]:
    for text, players in _grouped(rules, lambda players: _teams(rules, players)):
        yield Entry(f"{_numbers(players)} players: {text}.")
    yield Entry(
        f"Each player has {rules.marbles_per_player} marbles in START, and all move clockwise. On your side,"
        " the 8th hole is your COME-OUT, the 3rd your IN-SPOT, where the lane to your HOME branches off."
    )
    whose = "Everybody has their own draw pile and discards" if rules.draw_pile == "own" else "One draw pile"
    decks = _grouped(rules, lambda players: _decks(rules, players))
    for text, players in decks:
        yield Entry(f"{whose}{f' ({_numbers(players)} players)' * (len(decks) > 1)}: {text}.")
    yield Entry("The player to the left of the dealer begins, and play goes clockwise.")
    if rules.draw_first:
        yield Entry(f"Hands of {rules.hand_size} cards: at your turn first draw one, then play one.")
    else:
        yield Entry(f"Hands of {rules.hand_size} cards: play one, move, then draw one.")
    if rules.forgot_draw_penalty:
        yield Entry("If the next player plays before you draw, you draw two, but only after your next play.")
    elif not rules.draw_first:
        yield Entry("A forgotten draw may be made up for at any time.")
    yield Entry("When the draw pile is empty, the discards are shuffled to make a new one.")


def _teams(rules: Rules, players: int) -> str:
    teams = rules.teams_for(players)
    if teams == players:
        return "everybody alone"
    seats = "partners sit opposite" if players == 2 * teams else "partners are every other player"
    return f"{teams} teams of {players // teams}, {seats}"


def _decks(rules: Rules, players: int) -> str:
    cards = cards_for(rules, players)
    what = ("half deck" if cards.half else "deck") + "s" * (cards.packs > 1)
    total = cards.packs * (13 * len(BLACK if cards.half else BLACK + RED) + cards.jokers)
    jokers = {0: "without Jokers", 1: "with 1 Joker"}.get(cards.jokers, f"with {cards.jokers} Jokers")
    each = " each" * (cards.packs > 1 and cards.jokers > 0)
    return f"{cards.packs} {what} {jokers}{each}, {total} cards"


def _grouped(rules: Rules, say: Callable[[int], str]) -> list[tuple[str, list[int]]]:
    """The lines for each number of players; numbers with equal lines are combined."""
    said: dict[str, list[int]] = {}
    for players in rules.players:
        said.setdefault(say(players), []).append(players)
    return list(said.items())


def _numbers(numbers: Iterable[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _cards(rules: Rules) -> Iterator[Entry]:
    yield Entry("out of START onto your come-out, or 1 forward" + ", or 11 forward" * rules.ace_11, "Ace")
    swap = ", or exchange one of your ring marbles with one of another colour"
    yield Entry("2 forward" + swap * rules.two_swap, "2")
    yield Entry("forward as many holes as the card says", "3 4 5 6 10")
    yield Entry(_seven(rules), "7")
    yield Entry("8 BACKWARD, one marble", "8")
    yield Entry(_nine(rules), "9")
    if rules.face_values_11_12_13:
        for label, count in (("Jack", 11), ("Queen", 12), ("King", 13)):
            yield Entry(f"out of START onto your come-out, or {count} forward", label)
    else:
        yield Entry("out of START onto your come-out, or 10 forward", "J Q K")
    yield Entry(_joker(rules), "Joker")
    if rules.partial_7_9_forfeit:
        yield Entry("Part of a 7 or 9 may bring a marble from the ring into its lane; the rest is lost.")
    yield Entry(f"{'Otherwise always' * rules.partial_7_9_forfeit or 'Always'} the whole count of the card.")


def _seven(rules: Rules) -> str:
    whose = "two marbles of your team" if rules.seven_scope == "team" else "two of your marbles"
    return f"7 forward, or split forward between {whose}" + _REST * rules.seven_remainder_to_partner


def _nine(rules: Rules) -> str:
    whole = "9 forward" + " or 9 backward" * rules.nine_unsplit_backward
    if rules.nine_mode == "none":
        return whole
    whose = "two marbles of your team" if rules.nine_scope == "team" else "two of your marbles"
    ways = (
        "each forward or backward" if rules.nine_mode == "any_way" else "one forward and the other backward"
    )
    text = f"{whole}, or split between {whose}, {ways}, 9 in all"
    if rules.nine_mode == "must":
        text = f"split between {whose}, {ways}, 9 in all; with only one marble in play {whole}"
    return text + _REST * rules.nine_remainder_to_partner


def _joker(rules: Rules) -> str:
    text = "your marble, from START or the ring, takes the place of one of another colour on the ring"
    if rules.joker_any_hole:
        text += ", or goes to any empty ring hole"
    if rules.joker_comes_out:
        text += "; or out of START onto your come-out"
    if rules.joker_true_swap:
        text += "; from the ring the two marbles change places and nobody is bumped"
    return text


def _bumping(rules: Rules) -> Iterator[Entry]:
    yield Entry("You may pass the marbles of others. Your own you never pass, nor land on them.")
    yield Entry("An opponent's marble that you land on goes back to its START.")
    yield Entry("A partner's marble that you land on goes to its in-spot.")
    if rules.in_spot_same_colour == "illegal":
        yield Entry("If your partner already has a marble on that in-spot, the play is not allowed.")
    else:
        yield Entry("If your partner already has a marble on that in-spot, one of the two goes to START.")
    yield Entry("An opponent's marble on that in-spot goes to its START.")
    if rules.in_spot_chain == "chain":
        yield Entry("Another marble of your team on that in-spot goes to its own in-spot, and so on.")
    else:
        yield Entry("With another marble of your team on that in-spot the play is not allowed.")
    yield Entry("A marble on its own in-spot cannot be bumped by its own team.")
    if rules.start_hole_safe:
        yield Entry("A marble on its own come-out is safe: nobody lands on it or exchanges it.")


def _home(rules: Rules) -> Iterator[Entry]:
    yield Entry("The count into the lane is exact, and marbles in the lane do not pass each other.")
    if rules.home_branch == "free":
        yield Entry("A marble whose count fits may turn into its lane, or go on round the ring.")
    else:
        yield Entry("A marble whose count fits its lane must turn into it.")
    if rules.home_overshoot == "go_round":
        yield Entry("A marble whose count is too big goes on round the ring.")
    else:
        yield Entry("A marble whose count is too big for its lane waits: it may not go past its in-spot.")
    yield Entry("Nothing moves backward into a lane or within it. In the lane a marble is safe.")


def _must_play(rules: Rules) -> Iterator[Entry]:
    if rules.discard_free:
        yield Entry("You may always discard a card instead of playing one.")
    else:
        yield Entry("If one of your cards can move a marble, you must play one that can, even to your harm.")
        joker = {
            "only_play": "counts too: if no other card can move, you must play it.",
            "nothing_in_play": "counts only while all your marbles are in START: otherwise you may keep it.",
            "never": "does not count: you may play it, or keep it and discard another card.",
        }
        yield Entry(f"A Joker {joker[rules.joker_forced]}")
        yield Entry("If none can, discard any one card; that is your turn.")
    if rules.free_start_after:
        which = {3: "3rd"}.get(rules.free_start_after, f"{rules.free_start_after}th")
        yield Entry(f"With the {which} discard in a row for want of a play you may bring a marble out.")


def _helping(rules: Rules) -> Iterator[Entry]:
    if all(rules.teams_for(players) == players for players in rules.players):
        yield Entry("Everybody plays alone: nobody helps.")
        return
    if rules.play_for_partner_any_time:
        yield Entry("You may move your partners' marbles as well as your own, from the beginning.")
    helped = {
        "left": "play your partner's; of several partners, the next on your left who is not yet home",
        "any": "play those of any of your partners",
        "none": "only discard: nobody moves a partner's marbles",
    }
    yield Entry(f"Once all your marbles are home, from your next turn on you {helped[rules.help_order]}.")


def _winning(rules: Rules) -> Iterator[Entry]:
    count = rules.marbles_per_player
    if rules.win_condition == "player":
        yield Entry(f"The first player to have all {count} marbles home wins, and so does the whole team.")
    else:
        yield Entry(f"The first team, or player alone, to have all {count} marbles of everybody home wins.")
