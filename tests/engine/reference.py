"""The rulebook once more, written the slow and literal way, to hold the engine against.

It shares nothing with the engine: a state is a dict of hole names, every step is walked, every effect is
done on the dict. `results(...)` gives the set of position lines after a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

SIDES = "ABCDEFGH"
PUBLISHED: dict[str, dict[str, object]] = {
    "texas": {"pairs": True, "ace": (1, 11), "seven_rest": True},
    "own-deck": {"nine": "any", "seven_rest": True, "same": "one to START"},
    "marbles-and-jokers": {"help": "any"},
    "joker-board": {},
    "pegs-and-jokers": {"nine": "each way", "seven_rest": True, "nine_rest": True, "swap": True},
}
COUNTS = {
    **{str(n): (n,) for n in (2, 3, 4, 5, 6, 7, 9)},
    "8": (-8,),
    "T": (10,),
    "J": (10,),
    "Q": (10,),
    "K": (10,),
}


@dataclass
class State:
    sides: int
    at: dict[str, str] = field(default_factory=dict)
    """Hole to seat; START is not kept, it is what is missing."""
    seats: str = ""
    teams: int = 2

    def copy(self) -> State:
        return State(self.sides, dict(self.at), self.seats, self.teams)

    def team(self, seat: str) -> int:
        return self.seats.index(seat) % self.teams

    def holes(self, seat: str) -> list[str]:
        return [hole for hole, owner in self.at.items() if owner == seat]

    def done(self, seat: str) -> bool:
        return all(self.at.get(f"{seat}h{n}") == seat for n in range(1, 6))

    def partners(self, seat: str) -> list[str]:
        """The rest of the team, from the left."""
        k = self.seats.index(seat)
        order = self.seats[k + 1 :] + self.seats[:k]
        return [other for other in order if self.team(other) == self.team(seat)]


def read(line: str, rules: str, teams: int | None) -> tuple[State, str]:
    fields, turn = line.split()
    parts = fields.split("/")
    state = State(len(parts))
    for side, part in zip(SIDES, parts, strict=False):
        if part == ".":
            continue
        state.seats += side
        for hole in [] if part == "-" else part.split(","):
            state.at[side + hole if hole[0] == "h" else hole] = side
    n = len(state.seats)
    if teams is None:
        even = n // 2 if PUBLISHED[rules].get("pairs") else 2
        teams = n if n < 4 or n % 2 else even
    state.teams = teams
    return state, turn


def write(state: State, turn: str) -> str:
    fields = []
    for side in SIDES[: state.sides]:
        ring = sorted((h for h in state.holes(side) if "h" not in h), key=lambda h: (h[0], int(h[1:])))
        lane = sorted(h[1:] for h in state.holes(side) if "h" in h)
        fields.append(",".join([*ring, *lane]) or "-" if side in state.seats else ".")
    return "/".join(fields) + " " + turn


def step(state: State, seat: str, hole: str, way: int, turn_in: bool) -> str | None:
    """The next hole for that seat's marble; `turn_in`: into the lane where it branches off."""
    if "h" in hole:
        return f"{seat}h{int(hole[2]) + 1}" if way > 0 and hole[2] != "5" else None
    if turn_in and way > 0 and hole == f"{seat}3":
        return f"{seat}h1"
    index = SIDES.index(hole[0]) * 18 + int(hole[1:]) + way
    index %= 18 * state.sides
    return f"{SIDES[index // 18]}{index % 18}"


def walk(state: State, seat: str, hole: str, count: int, turn_in: bool) -> str | None:
    way, here = (1 if count > 0 else -1), hole
    for _ in range(abs(count)):
        after = step(state, seat, here, way, turn_in)
        if after is None or (state.at.get(after) == seat and after != hole):
            return None
        here = after
    return here


def land(
    state: State, profile: dict[str, object], seat: str, source: str | None, target: str
) -> State | None:
    now = state.copy()
    if source is not None:
        del now.at[source]
    if now.at.get(target) == seat:
        return None
    bumped = now.at.get(target)
    now.at[target] = seat
    while bumped is not None and now.team(bumped) == now.team(seat):
        spot = f"{bumped}3"
        if spot == target:
            return None
        there = now.at.get(spot)
        if there == bumped:
            if profile.get("same") == "one to START":
                return now
            return None
        now.at[spot] = bumped
        bumped = there
    return now


def one_leg(state: State, profile: dict[str, object], seat: str, count: int) -> Iterator[tuple[str, State]]:
    """Each way that one marble of `seat` can go `count`: where it stands then, and the state."""
    for hole in state.holes(seat):
        for target in {walk(state, seat, hole, count, turn_in) for turn_in in (True, False)}:
            if target is not None:
                after = land(state, profile, seat, hole, target)
                if after is not None:
                    yield target, after


def helped(state: State, profile: dict[str, object], turn: str) -> list[str]:
    left = [seat for seat in state.partners(turn) if not state.done(seat)]
    return left if profile.get("help") == "any" else left[:1]


def results(line: str, rules: str, card: str, teams: int | None = None) -> set[str]:
    state, turn = read(line, rules, teams)
    profile = PUBLISHED[rules]
    for seat in state.seats:
        if all(state.done(other) for other in (seat, *state.partners(seat))):
            return set()
    acting = helped(state, profile, turn) if state.done(turn) else [turn]
    after: list[State] = []
    for seat in acting:
        after += single(state, profile, seat, card)
    if card == "7" or (card == "9" and profile.get("nine")):
        after += splits(state, profile, turn, acting, card)
    upcoming = state.seats[(state.seats.index(turn) + 1) % len(state.seats)]
    return {write(each, upcoming) for each in after}


def single(state: State, profile: dict[str, object], seat: str, card: str) -> list[State]:
    found = []
    in_start = 5 - len(state.holes(seat))
    ring = [hole for hole in state.holes(seat) if "h" not in hole]
    foreign = [hole for hole, owner in state.at.items() if owner != seat and "h" not in hole]
    counts = profile.get("ace", (1,)) if card == "A" else COUNTS.get(card, ())
    assert isinstance(counts, tuple)
    for count in counts:
        found += [after for _, after in one_leg(state, profile, seat, count)]
    if card in "AJQK" and in_start:
        out = land(state, profile, seat, None, f"{seat}8")
        found += [out] if out else []
    if card == "X":
        for source in [*ring, *([None] if in_start else [])]:
            for target in foreign:
                bumped = land(state, profile, seat, source, target)
                found += [bumped] if bumped else []
    if card == "2" and profile.get("swap"):
        for source in ring:
            for target in foreign:
                swapped = state.copy()
                swapped.at[source], swapped.at[target] = swapped.at[target], swapped.at[source]
                found.append(swapped)
    return found


def splits(state: State, profile: dict[str, object], turn: str, acting: list[str], card: str) -> list[State]:
    total = int(card)
    mode = "forward" if card == "7" else profile["nine"]
    rest = profile.get("seven_rest" if card == "7" else "nine_rest")
    found = []
    for first in range(1, total):
        for way in (1, -1):
            for other_way in (1, -1):
                backs = (way, other_way).count(-1)
                if backs > {"forward": 0, "each way": 1, "any": 2}[str(mode)] or (
                    mode == "each way" and not backs
                ):
                    continue
                for seat in acting:
                    for stands, middle in one_leg(state, profile, seat, way * first):
                        then = list(acting)
                        if rest and middle.done(seat):
                            then += [s for s in helped(middle, profile, turn) if s not in then]
                        for other in then:
                            for _, after in without(
                                middle, profile, other, other_way * (total - first), stands
                            ):
                                found.append(after)
    return found


def without(
    state: State, profile: dict[str, object], seat: str, count: int, moved: str
) -> Iterator[tuple[str, State]]:
    """As `one_leg`, but not with the marble that stands in `moved`."""
    for hole in state.holes(seat):
        if hole == moved:
            continue
        for turn_in in (True, False):
            target = walk(state, seat, hole, count, turn_in)
            if target is not None:
                after = land(state, profile, seat, hole, target)
                if after is not None:
                    yield target, after
