"""A page's table with a tiny simulated board and one rule, to try the page without the service.

The rule: the marble of the seat in turn goes forward by the card's number, or comes out with a King.
Everything else is a wrong move. One rule is enough for a page, which does not check rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from hardware.layout import extent, outlines, positions
from jokerboard.journal.records import Json
from jokerboard.table.web.page_port import Change, Changed, CommandRefused, GamesKept

RED, GREEN, WHITE, BLUE = b"\x40\x00\x00", b"\x00\x40\x00", b"\x20\x20\x20", b"\x00\x08\x40"
COLOURS = {"illegal": RED, "put-back": WHITE, "bump": BLUE, "turn": b"\x10\x0c\x00"}
NUMBERS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}
MARKS = {0: "corner", 3: "in-spot", 8: "come-out"}
RULES: list[Json] = [
    {"name": "texas", "title": "Texas", "players": [4, 6], "teams": {"4": [["A", "C"], ["B", "D"]]}},
    {"name": "own-deck", "title": "A deck each", "players": [4, 6, 8], "teams": {}},
]
TITLES = {each["name"]: each["title"] for each in RULES}


class FakeKept(GamesKept):
    """The kept games of a table that keeps none; only the game on the board has a record."""

    def record(self, number: int | None) -> tuple[str, str]:
        return "g1.txt", "the record"


class FakeDesk:
    """A simulated table of four seats; see `jokerboard.table.web.page_port.TablePage`."""

    def __init__(self, sides: int = 4) -> None:
        self.listeners: list[Changed] = []
        self.commands: list[tuple[str, Mapping[str, Any]]] = []
        self.seq = 0
        self.kept = FakeKept("nothing is kept")
        self.analysed: Json | None = None
        self.hand_cards: dict[str, list[str]] = {}
        self.readings: Json | None = None
        self.choosable: dict[str, list[Json]] = {}
        self.begin({"rules": "texas", "players": sides, "cards": "seat", "mode": "play"})

    def begin(self, body: Mapping[str, Any]) -> None:
        self.sides = int(body["players"])
        self.seats = "ABCDEFGH"[: self.sides]
        self.names = list_names(self.sides)
        self.belief = {f"{seat}s{k}": seat for seat in self.seats for k in range(1, 6)}
        self.wood = dict(self.belief)
        self.hands: list[Json] = []
        self.laid: dict[str, str] = {}
        self.extra: Json = {}
        self.lights: dict[str, Json] = {}
        self.steps: list[Json] = []
        self.people, self.speed = "off", 1.0
        self.turn = "A"
        self.verdict: Json | None = {"kind": "turn", "tone": "info", "text": "A begins.", "at": 0.0}
        self.game: Json | None = {
            "id": "g1", "rules": body["rules"], "title": TITLES[body["rules"]],
            "mode": body.get("mode", "play"),
            "cards": body.get("cards", "seat"), "players": self.sides, "sides": self.sides,
            "seats": list(self.seats), "teams": [["A", "C"], ["B", "D"]],
            "names": dict(body.get("names", {})), "begun": "2026-11-21T10:00:00Z",
        }  # fmt: skip

    # ---- answers to the page --------------------------------------------------------------------

    def state(self) -> Json:
        card = self.laid.get(self.turn)
        return {
            "seq": self.seq, "game": deepcopy(self.game), "turn": self.turn,
            "card": {"text": card, "at": self.turn} if card else None, "position": "-/-/-/- A",
            "n": len(self.steps), "marbles": dict(self.belief), "owing": [], "lights": dict(self.lights),
            "verdict": self.verdict, "over": None, "faults": [], "prompt": self.prompt(card),
            "revision": len(self.steps), "last": self.last(),
            "sim": {"people": self.people, "speed": self.speed, "wood": dict(self.wood),
                    "hands": list(self.hands), "laid": dict(self.laid)},
            "simulated": True, "version": "0.1.0",
        } | self.extra  # fmt: skip

    def layout(self, sides: int | None = None) -> Json:
        width, height = extent(self.sides)
        holes = [
            {"name": name, "kind": kind_of(name), "side": name[0], "x": x, "y": y, "mark": mark_of(name)}
            for name, (x, y) in zip(self.names, positions(self.sides), strict=True)
        ]
        wood = outlines(self.sides)
        return {"sides": self.sides, "width": width, "height": height, "wood": wood, "holes": holes}

    def rules(self) -> list[Json]:
        return RULES

    def last(self) -> Json | None:
        counting = [play for play in self.steps if play.get("state") == "ok"]
        return counting[-1] | {"back": []} if counting else None

    def prompt(self, card: str | None) -> Json:
        if not card:
            return {"code": "lay", "seat": self.turn}
        return {"code": "play", "seat": self.turn, "card": card, "ways": [{"way": "out"}]}

    def rule_card(self) -> Json:
        entry = {"label": "", "text": "Your own you never pass.", "house": False, "codes": ["unexplained"]}
        section = {"title": "Bumping", "entries": [entry]}
        return {"title": "Texas", "about": "Plain.", "changed": [], "sections": [section]}

    def plays(self, since: int) -> Json:
        steps = [{"at": at, "t": 1.0 * at, **play} for at, play in enumerate(self.steps)]
        game = None if self.game is None else self.game["id"]
        return {"game": game, "revision": len(steps), "first": "-/-/-/- A", "steps": steps[since:]}

    def hand(self, seat: str | None) -> Json | None:
        cards = self.hand_cards.get(seat or self.turn)
        return None if cards is None else {"seat": seat or self.turn, "cards": cards}

    def choices(self, card: str) -> Json:
        return {"n": len(self.steps), "plays": self.choosable.get(card, [])}

    def codes(self) -> list[Json]:
        return []

    def explain(self) -> Json | None:
        return self.readings

    def analysis(self) -> Json | None:
        return self.analysed

    def lit(self) -> Mapping[str, str]:
        return {hole: COLOURS.get(light["role"], GREEN).hex() for hole, light in self.lights.items()}

    def subscribe(self, changed: Changed) -> Callable[[], None]:
        self.listeners.append(changed)
        return lambda: self.listeners.remove(changed)

    def changed(self, *what: Change) -> None:
        self.seq += 1
        for listener in tuple(self.listeners):
            for one in what or ("state", "leds"):
                listener(one)

    # ---- commands of the page -------------------------------------------------------------------

    async def command(self, name: str, body: Mapping[str, Any]) -> None:
        self.commands.append((name, body))
        match name:
            case "sim/lift":
                self.lift(body["hole"])
            case "sim/place":
                self.place(body["hole"], body["colour"])
            case "sim/move":
                self.place(body["to"], self.lift(body["from"]))
            case "card" if body["card"] is None:
                self.laid.pop(body["at"], None)
            case "card":
                self.laid[body["at"]] = body["card"]
            case "people":
                action = body.get("action", self.people)
                self.people = {"play": "playing", "pause": "paused"}.get(action, self.people)
                self.speed = body.get("speed", self.speed)
            case "game" if body["action"] == "new":
                self.begin(body)
            case "game" if body["action"] == "names":
                assert self.game is not None
                self.game["names"] = dict(body["names"])
            case "game":
                self.verdict = {"kind": "over", "tone": "info", "text": "The game was abandoned.", "at": 1.0}
        self.changed()

    def lift(self, hole: str) -> str:
        if hole not in self.wood:
            raise CommandRefused(f"There is no marble at {hole}.")
        colour = self.wood.pop(hole)
        self.hands.append({"colour": colour, "from": hole})
        return colour

    def place(self, hole: str, colour: str) -> None:
        if hole not in self.names or hole in self.wood:
            raise CommandRefused(f"A marble cannot be put at {hole}.")
        held = next((hand for hand in self.hands if hand["colour"] == colour), None)
        if held is None:
            raise CommandRefused(f"No marble of {colour} is in a hand.")
        self.hands.remove(held)
        self.wood[hole] = colour
        self.judge()

    def judge(self) -> None:
        """Compare the marbles with the expected position, and announce the difference."""
        left = [hole for hole in self.belief if self.wood.get(hole) != self.belief[hole]]
        come = [hole for hole in self.wood if self.wood[hole] != self.belief.get(hole)]
        card = self.laid.get(self.turn)
        self.lights = {}
        if not left and not come:
            self.announce("restored", "ok", "The board is as it was.")
        elif len(left) == len(come) == 1 and card and self.fits(left[0], come[0], card):
            self.played(left[0], come[0], card)
        else:
            self.lights = {hole: {"role": "illegal", "seat": None} for hole in come}
            self.lights |= {hole: {"role": "put-back", "seat": None} for hole in left}
            self.announce("illegal", "bad", f"That is no play: put the marble back to {' and '.join(left)}.")

    def fits(self, source: str, target: str, card: str) -> bool:
        if self.belief[source] != self.turn:
            return False
        if source[1] == "s":
            return card[0] == "K" and target == f"{self.turn}8"
        ring = 18 * self.sides
        gone = (self.names.index(target) - self.names.index(source)) % ring
        return self.names.index(target) < ring and gone == NUMBERS.get(card[0])

    def played(self, source: str, target: str, card: str) -> None:
        self.belief = dict(self.wood)
        n, seat = len(self.steps) + 1, self.turn
        text = f"{self.who(seat)} goes from {source} to {target}."
        play = {"n": n, "seat": seat, "card": card, "play": f"{card} {source}-{target}", "text": text}
        self.steps.append(play | {"state": "ok"})
        self.announce("move", "ok", text)
        self.turn = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
        self.laid.pop(seat)

    def who(self, seat: str) -> str:
        assert self.game is not None
        return str(self.game["names"].get(seat, seat))

    def announce(self, kind: str, tone: str, text: str) -> None:
        self.verdict = {"kind": kind, "tone": tone, "text": text, "at": float(self.seq)}


def list_names(sides: int) -> list[str]:
    """Every hole's name in the order of the engine's integers."""
    letters = "ABCDEFGH"[:sides]
    return [
        *(f"{side}{i}" for side in letters for i in range(18)),
        *(f"{side}h{j}" for side in letters for j in range(1, 6)),
        *(f"{side}s{k}" for side in letters for k in range(1, 6)),
    ]


def kind_of(name: str) -> str:
    return {"h": "lane", "s": "start"}.get(name[1], "ring")


def mark_of(name: str) -> str | None:
    return MARKS.get(int(name[1:])) if kind_of(name) == "ring" else None
