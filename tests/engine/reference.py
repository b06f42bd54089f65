"""A slow, literal implementation of the rulebook, with which the tests compare the engine.

The reference shares no code with the engine: a state is a dict of hole names, every step is walked, every
effect changes the dict. `results(...)` gives the set of position lines after a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SIDES = "ABCDEFGH"
LANE = range(1, 6)
PLAIN = {
    "ace_11": "off",
    "face_values_11_12_13": "off",
    "two_swap": "off",
    "nine_mode": "none",
    "nine_unsplit_backward": "off",
    "seven_scope": "own",
    "nine_scope": "own",
    "seven_remainder_to_partner": "off",
    "nine_remainder_to_partner": "off",
    "partial_7_9_forfeit": "off",
    "play_for_partner_any_time": "off",
    "joker_comes_out": "off",
    "joker_any_hole": "off",
    "joker_true_swap": "off",
    "in_spot_same_colour": "illegal",
    "in_spot_chain": "chain",
    "start_hole_safe": "off",
    "home_branch": "free",
    "home_overshoot": "go_round",
    "help_order": "left",
    "win_condition": "team",
    "team_layout": "two_teams",
    "marbles_per_player": "5",
}
"""The switches that change the plays of a card, by name, with their values in most rule sets."""
PUBLISHED: dict[str, dict[str, str]] = {
    "texas": {"team_layout": "pairs", "ace_11": "on", "seven_remainder_to_partner": "on"},
    "own-deck": {
        "nine_mode": "any_way",
        "seven_remainder_to_partner": "on",
        "in_spot_same_colour": "one_to_start",
    },
    "marbles-and-jokers": {"help_order": "any"},
    "joker-board": {},
    "pegs-and-jokers": {
        "nine_mode": "one_each_way",
        "seven_remainder_to_partner": "on",
        "nine_remainder_to_partner": "on",
        "two_swap": "on",
    },
}
Profile = dict[str, str]
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
    """The seat of the marble in each full ring and lane hole; all other marbles are in START."""
    seats: str = ""
    teams: int = 2
    marbles: int = 5

    def copy(self) -> State:
        return State(self.sides, dict(self.at), self.seats, self.teams, self.marbles)

    def team(self, seat: str) -> int:
        return self.seats.index(seat) % self.teams

    def holes(self, seat: str) -> list[str]:
        return [hole for hole, owner in self.at.items() if owner == seat]

    def done(self, seat: str) -> bool:
        return [self.at.get(f"{seat}h{n}") for n in LANE].count(seat) == self.marbles

    def partners(self, seat: str) -> list[str]:
        """The other seats of the team, clockwise from the left."""
        k = self.seats.index(seat)
        order = self.seats[k + 1 :] + self.seats[:k]
        return [other for other in order if self.team(other) == self.team(seat)]


def read(line: str, profile: Profile, teams: int | None) -> tuple[State, str]:
    fields, turn = line.split()
    parts = fields.split("/")
    state = State(len(parts), marbles=int(profile["marbles_per_player"]))
    for side, part in zip(SIDES, parts, strict=False):
        if part == ".":
            continue
        state.seats += side
        for hole in [] if part == "-" else part.split(","):
            state.at[side + hole if hole[0] == "h" else hole] = side
    n = len(state.seats)
    if teams is None:
        even = {"pairs": n // 2, "two_teams": 2, "alone": n}[profile["team_layout"]]
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
    """The next hole for the seat's marble, or None; `turn_in`: at its in-spot it enters the lane."""
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


def ends(state: State, profile: Profile, seat: str, hole: str, count: int) -> list[str]:
    """The holes where a marble of that seat may end: in its lane, or on the ring."""
    home, round_ = walk(state, seat, hole, count, True), walk(state, seat, hole, count, False)
    if not passes(state, seat, hole, count):
        return [] if round_ is None else [round_]
    free, on = profile["home_branch"] == "free", profile["home_overshoot"] == "go_round"
    may_go_round = (on if home is None else True) if free else (on and home is None)
    return [hole for hole in (home, round_ if may_go_round else None) if hole is not None]


def passes(state: State, seat: str, hole: str, count: int) -> bool:
    """Whether a ring marble reaches its in-spot before it has walked `count` holes."""
    if "h" in hole or count < 0:
        return False
    here = hole
    for _ in range(count):
        if here == f"{seat}3":
            return True
        after = step(state, seat, here, 1, False)
        assert after is not None
        here = after
    return False


def safe(state: State, profile: Profile, hole: str) -> bool:
    """Whether the marble in that hole is on its own come-out and the rules protect it there."""
    return profile["start_hole_safe"] == "on" and state.at.get(hole) == hole[0] and hole[1:] == "8"


def land(state: State, profile: Profile, seat: str, source: str | None, target: str) -> State | None:
    now = state.copy()
    if source is not None:
        del now.at[source]
    if now.at.get(target) == seat or safe(now, profile, target):
        return None
    bumped = now.at.get(target)
    now.at[target] = seat
    first = True
    while bumped is not None and now.team(bumped) == now.team(seat):
        if not first and profile["in_spot_chain"] == "illegal":
            return None
        first = False
        spot = f"{bumped}3"
        if spot == target:
            return None
        there = now.at.get(spot)
        if there == bumped:
            return now if profile["in_spot_same_colour"] == "one_to_start" else None
        now.at[spot] = bumped
        bumped = there
    return now


def one_leg(state: State, profile: Profile, seat: str, count: int) -> Iterator[tuple[str, str, State]]:
    """Each way in which one marble of `seat` can move `count` holes: from, to, and the resulting state."""
    for hole in state.holes(seat):
        for target in ends(state, profile, seat, hole, count):
            after = land(state, profile, seat, hole, target)
            if after is not None:
                yield hole, target, after


def helped(state: State, profile: Profile, turn: str) -> list[str]:
    left = [seat for seat in state.partners(turn) if not state.done(seat)]
    return {"any": left, "left": left[:1], "none": []}[profile["help_order"]]


def over(state: State, profile: Profile) -> bool:
    if profile["win_condition"] == "player":
        return any(state.done(seat) for seat in state.seats)
    return any(all(state.done(one) for one in (seat, *state.partners(seat))) for seat in state.seats)


def results(
    line: str, rules: str, card: str, teams: int | None = None, house: Mapping[str, str] | None = None
) -> set[str]:
    profile = PLAIN | PUBLISHED[rules] | {name: word for name, word in (house or {}).items() if name in PLAIN}
    state, turn = read(line, profile, teams)
    if over(state, profile):
        return set()
    if profile["play_for_partner_any_time"] == "on":
        acting = [seat for seat in (turn, *state.partners(turn)) if not state.done(seat)]
    else:
        acting = helped(state, profile, turn) if state.done(turn) else [turn]
    after: list[State] = []
    movable = sum(len(state.holes(seat)) for seat in acting)
    if not (card == "9" and profile["nine_mode"] == "must" and movable > 1):
        for seat in acting:
            for count in counts(profile, card):
                after += [state for _, _, state in one_leg(state, profile, seat, count)]
    for seat in acting:
        after += others(state, profile, seat, card)
    if card == "7" or (card == "9" and profile["nine_mode"] != "none"):
        after += splits(state, profile, turn, acting, card)
    upcoming = state.seats[(state.seats.index(turn) + 1) % len(state.seats)]
    return {write(each, upcoming) for each in after}


def counts(profile: Profile, card: str) -> tuple[int, ...]:
    """The counts of the card's unsplit walks, in holes."""
    if card == "A":
        return (1, 11) if profile["ace_11"] == "on" else (1,)
    if card == "9" and profile["nine_unsplit_backward"] == "on":
        return (9, -9)
    if card in "JQK" and profile["face_values_11_12_13"] == "on":
        return ({"J": 11, "Q": 12, "K": 13}[card],)
    return COUNTS.get(card, ())


def others(state: State, profile: Profile, seat: str, card: str) -> list[State]:
    """The states after all plays of the card except whole walks and splits."""
    found: list[State | None] = []
    in_start = state.marbles - len(state.holes(seat))
    ring = [hole for hole in state.holes(seat) if "h" not in hole]
    foreign = [hole for hole, owner in state.at.items() if owner != seat and "h" not in hole]
    foreign = [hole for hole in foreign if not safe(state, profile, hole)]
    out = card in "AJQK" or (card == "X" and profile["joker_comes_out"] == "on")
    if out and in_start:
        found.append(land(state, profile, seat, None, f"{seat}8"))
    if card in "79" and profile["partial_7_9_forfeit"] == "on":
        for part in range(1, int(card)):
            legs = one_leg(state, profile, seat, part)
            found += [after for source, target, after in legs if "h" in target and "h" not in source]
    if card == "X":
        found += jokers(state, profile, seat, ring, foreign, in_start)
    if card == "2" and profile["two_swap"] == "on":
        found += [swapped(state, source, target) for source in ring for target in foreign]
    return [after for after in found if after is not None]


def jokers(
    state: State, profile: Profile, seat: str, ring: list[str], foreign: list[str], in_start: int
) -> Iterator[State | None]:
    all_ring = [f"{side}{n}" for side in SIDES[: state.sides] for n in range(18)]
    empty = [hole for hole in all_ring if hole not in state.at and profile["joker_any_hole"] == "on"]
    for source in [*ring, *([None] if in_start else [])]:
        for target in empty:
            yield land(state, profile, seat, source, target)
        for target in foreign:
            if source is not None and profile["joker_true_swap"] == "on":
                yield swapped(state, source, target)
            else:
                yield land(state, profile, seat, source, target)


def swapped(state: State, one: str, other: str) -> State:
    now = state.copy()
    now.at[one], now.at[other] = now.at[other], now.at[one]
    return now


def splits(state: State, profile: Profile, turn: str, acting: list[str], card: str) -> list[State]:
    total, name = int(card), {"7": "seven", "9": "nine"}[card]
    mode = "forward" if card == "7" else profile["nine_mode"]
    rest = profile[f"{name}_remainder_to_partner"] == "on"
    if profile[f"{name}_scope"] == "team" and acting:
        acting = [seat for seat in (turn, *state.partners(turn)) if not state.done(seat)]
    found = []
    for first in range(1, total):
        for way, other_way in WAYS[mode]:
            for seat in acting:
                for _, stands, middle in one_leg(state, profile, seat, way * first):
                    then = list(acting)
                    if rest and middle.done(seat):
                        then += [s for s in helped(middle, profile, turn) if s not in then]
                    for other in then:
                        legs = one_leg(middle, profile, other, other_way * (total - first))
                        found += [after for source, _, after in legs if source != stands]
    return found


_EACH = ((1, -1), (-1, 1))
WAYS = {"forward": ((1, 1),), "one_each_way": _EACH, "must": _EACH, "any_way": ((1, 1), (-1, -1), *_EACH)}
"""The directions of the two legs of a split: 1 forward, -1 backward."""
