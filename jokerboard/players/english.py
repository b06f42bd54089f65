"""The sentences of the dealer, of machine players and of hints that people read."""

from __future__ import annotations

from jokerboard.host.wording import Catalogue, listed, wording

ENGLISH: Catalogue = {
    "deal.over": "the game is over; no more cards are laid",
    "deal.not-in-turn": "it is {turn}'s turn; {who} lays no card now",
    "deal.not-held": "{who} does not hold the {card}; choose a card of the hand",
    "deal.laid": "{who} has laid a card already; play it",
    "deal.must-play": "{who} must lay a card that has a play; the {card} has none",
    "deal.not-kept": "the dealt cards cannot be kept in {path}: {why}",
    "machine.too-many": "{machines} machines are too many: the game has {seats} seats",
    "machine.no-seat": lambda letter, seats: (
        f"no machine can play at {letter}; the seats of this game are {', '.join(seats)}"
    ),
    "machine.no-reader": (
        "the machine at {letter} cannot know its cards: no reader reads them; let the table deal (cards = "
        '"dealt"), or use card readers'
    ),
    "machine.no-reader-now": (
        "the machine at {letter} cannot know its cards: no reader reads them; begin a game whose cards the "
        "table deals, or use card readers"
    ),
    "machine.cannot-play": "The machine cannot play: {why}.",
    "machine.not-kept": "the machine's cards cannot be kept in {path}: {why}",
    "machine.asks": "{who} is a machine; it asks for its card.",
    "machine-card.unknown": "The tag {tag} is no card of this deck; take another for place {place}.",
    "machine-card.not-taken": "The card was not taken: {why}.",
    "machine-card.played": "This card was played since the last shuffle; take another one for place {place}.",
    "machine-card.dealt": (
        "This card lies in place {there} of {who} already; take another one for place {place}."
    ),
    "machine-card.turn-over": "That is another card; turn it face down again, and turn over place {place}.",
    "machine-card.not-the-one": (
        "That is another card; turn it face down again, and turn over the card that it laid before."
    ),
    "hint.no-play": "This card has no play.",
    "hint.no-choice": "There is nothing to choose now.",
    "hint.discard": "Hint: discard {card}: {why}.",
    "hint.play": "Hint: {play}: {why}.",
    "hint.none": "Hint: no card plays now; discard one.",
    "hint.any": "Hint: you can play any card. Lay one; then help, pressed twice, shows a good play of it.",
    "hint.cards": lambda cards: (
        f"Hint: you can play {listed(cards, 'or')}. Lay one; then help, pressed twice, shows a good play of "
        "it."
    ),
}

words = wording(ENGLISH)
