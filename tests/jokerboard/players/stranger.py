"""An independent check of a game's cards from its records as JSON lines, by docs/card-proof.md alone."""

import hashlib
import json
import random
import sys

BOXES = {  # Packs, Jokers in each pack, cards in a hand, and whether a player draws before playing.
    "texas": (2, 2, 5, 0),
    "marbles-and-jokers": (3, 2, 7, 0),
    "joker-board": (2, 2, 5, 1),
    "pegs-and-jokers": (2, 2, 5, 0),
}
PACK = [rank + suit for suit in "CSDH" for rank in "A23456789TJQK"]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def shuffled(cards: list[str], key: str) -> list[str]:
    chance, cards = random.Random(key), list(cards)
    for last in range(len(cards) - 1, 0, -1):
        pick = int(chance.random() * (last + 1))
        cards[last], cards[pick] = cards[pick], cards[last]
    return cards


records = [json.loads(line) for line in sys.stdin]
header = next(one["data"] for one in records if one["kind"] == "game")
events = [one["data"] for one in records if one["kind"] == "event"]
opened = next(event["opened"] for event in events if "opened" in event)
secret, keys = opened["secret"], opened.get("cards", [])
seals = [event for event in events if "sealed" in event]
assert len(seals) == len(keys), "not every seal is opened"
for number, (event, (at, place, card)) in enumerate(zip(seals, keys, strict=True), 1):
    assert event["sealed"] == sha(f"{secret}:{number}:{at}:{place}:{card}"), f"seal {number} is broken"
    assert (event["at"], event["place"]) == (at, place), f"seal {number} is of another place"
plays: dict[int, tuple[str, str]] = {}
for data in (one["data"] for one in records if one["kind"] == "verdict"):
    if data["kind"] in ("move", "discard"):
        plays.pop(data.get("amends"), None)
        plays[data["n"]] = data["seat"], data["card"]
    elif data["kind"] == "takeback":
        plays.pop(data["n"], None)
    elif data["kind"] == "decision" and "n" in data:
        plays = {n: play for n, play in plays.items() if n < data["n"]}
if header.get("deal"):
    assert header["deal"] == sha(secret), "the secret is another one than the header's"
    packs, jokers, size, first = BOXES[header["rules"]]
    box = (PACK + ["X"] * jokers) * packs
    box = [f"{card}#{box[: at + 1].count(card)}" if packs > 1 else card for at, card in enumerate(box)]
    pile, shuffles, seats = shuffled(box, f"{secret}:0"), 1, header["seats"]
    begins = seats.index(header["position"][-1])
    hands, laid = {seat: list[str]() for seat in seats}, {seat: list[str]() for seat in seats}

    def fill(seat: str, size: int) -> None:
        """Draw until the hand holds `size` cards; an empty pile is made of all discards."""
        global pile, shuffles
        while len(hands[seat]) < size and (pile or any(laid.values())):
            if not pile:
                discards = [card for each in sorted(laid) for card in laid[each]]
                pile, shuffles = shuffled(discards, f"{secret}:{shuffles}"), shuffles + 1
                laid.update((each, []) for each in laid)
            hands[seat].append(pile.pop())

    for seat in seats[begins:] + seats[:begins]:
        fill(seat, size)
    for n in sorted(plays):
        seat, card = plays[n]
        fill(seat, size + first)
        assert card in hands[seat], f"play {n}: {seat} lays {card}, and holds {hands[seat]}"
        hands[seat].remove(card)
        laid[seat].append(card)
        fill(seat, 0 if first else size)
print(f"{len(plays)} plays, {len(seals)} seals: the cards are right")
