"""The sentences of the dealer that people read."""

from __future__ import annotations

from host.wording import Catalogue, wording

ENGLISH: Catalogue = {
    "deal.over": "the game is over; no more cards are laid",
    "deal.not-in-turn": "it is {turn}'s turn; {who} lays no card now",
    "deal.not-held": "{who} does not hold the {card}; choose a card of the hand",
    "deal.laid": "{who} has laid a card already; play it",
    "deal.must-play": "{who} must lay a card that has a play; the {card} has none",
    "deal.not-kept": "the dealt cards cannot be kept in {path}: {why}",
}

words = wording(ENGLISH)
