"""Hints: the play of the level `strong` with one true reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine.cards import Rank
from engine.dealing import setup_for
from engine.deck import fresh_piles
from engine.errors import StrategyError
from engine.game import Game, begin
from engine.geometry import Hole, Seat
from engine.legal import Outcome, legal
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.strategy.claims import Claim, Kind
from engine.strategy.hints import Hint, hint
from engine.views import SeatView, seat_view
from tests.engine.boards import random_position
from tests.engine.tables import moment
from tests.examples import some

HOME = "h1,h2,h3,h4,h5"


@pytest.mark.parametrize(
    ("line", "hand", "reason"),
    [
        ("A1/-/-/- A", "4C#1 4D#1", "home"),
        ("-/-/-/- A", "KC#1", "only"),
        ("A10/A14/-/- A", "4C#1 4D#1", "sends"),
        ("-/-/-/- A", "KC#1 KD#1", "out"),
        ("B10/B0/-/- A", "2C#1 2D#1", "safe"),
        (f"A2,h2,h3,h4,h5/-/{HOME}/- A", "2C#1 3C#1", "wins"),
    ],
)
def test_a_hint_has_the_code_of_its_reason(line: str, hand: str, reason: str) -> None:
    view = seat_view(moment("texas", line, {"A": hand}), 0)
    assert hint(view).reason == reason


def test_a_hint_for_a_seat_that_is_not_in_turn_is_refused() -> None:
    with pytest.raises(StrategyError, match="seat B has nothing to choose now"):
        hint(seat_view(moment("texas", "-/-/-/- A", {"A": "KC#1"}), 1))


def _marbles(position: Position | Outcome, seat: Seat) -> tuple[Hole, ...]:
    return position.marbles[seat] or ()


class Judge:
    """Judges from legal plays and the resulting marbles alone whether a claim is true."""

    def __init__(self, view: SeatView, made: Hint) -> None:
        assert isinstance(made.action, Play)
        self.table, self.me, self.play = view.table, view.seat, made.action
        self.view, self.before = view, view.public.position
        self.after = view.after(view.options.index(made.action)).with_turn(view.seat)
        self.kept = [card.rank for card in view.hand if card != made.action.card]

    def confirms(self, claim: Claim) -> bool:
        judges: dict[Kind, Callable[[Claim], bool]] = {
            Kind.SENDS: self.sends,
            Kind.HOME: lambda claim: self.home(self.after) - self.home(self.before) >= claim.count,
            Kind.PUSHES: lambda claim: self.at_in_spot(claim.seat),
            Kind.OUT: lambda _: self.team_out(self.after) > self.team_out(self.before),
            Kind.CLEARS: lambda _: self.clears(),
            Kind.EXIT: lambda claim: self.may(claim.ranks[0], self.after, self.out),
            Kind.SAFE: self.safe,
            Kind.REACHES: self.reaches,
            Kind.FITS: self.fits,
            Kind.KEEPS: lambda claim: claim.ranks[0] in self.kept,
            Kind.IN_SPOT: lambda _: any(leg.target in self.table.in_spots for leg in self.play.legs),
            Kind.FARTHEST: lambda _: self.gained(self.after) == max(map(self.gained, self.results())),
            Kind.FARTHER: lambda claim: (
                self.gained(self.after) > max(map(self.gained, self.results(claim.ranks[0])))
            ),
        }
        return judges[claim.kind](claim)

    def sends(self, claim: Claim) -> bool:
        assert claim.seat is not None
        hostile = self.table.teams[claim.seat] != self.table.teams[self.me]
        return hostile and len(_marbles(self.after, claim.seat)) < len(_marbles(self.before, claim.seat))

    def at_in_spot(self, seat: Seat | None) -> bool:
        assert seat is not None
        there = self.table.in_spots[seat]
        return self.table.teams[seat] == self.table.teams[self.me] and there in _marbles(self.after, seat)

    def clears(self) -> bool:
        come_out = self.table.come_outs[self.me]
        was = come_out in _marbles(self.before, self.me)
        return bool(was) and come_out not in _marbles(self.after, self.me) and self.out(self.after) < 5

    def safe(self, claim: Claim) -> bool:
        """Whether each card of the claim could capture the marble before the play, and none after it."""
        assert claim.seat is not None
        assert claim.hole is not None
        (source,) = {leg.source for leg in self.play.legs if leg.target == claim.hole}
        assert source is not None
        return all(
            self.hit(rank, self.before, claim.seat, source)
            and not self.hit(rank, self.after, claim.seat, claim.hole)
            for rank in claim.ranks
        )

    def hit(self, rank: Rank, position: Position, seat: Seat, hole: Hole) -> bool:
        held = _marbles(position, seat)
        return any(
            hole not in _marbles(play, seat) and len(_marbles(play, seat)) < len(held)
            for other in self.table.seats
            if self.table.teams[other] != self.table.teams[seat]
            for play in legal(self.table, position.with_turn(other), rank)
        )

    def reaches(self, claim: Claim) -> bool:
        assert claim.seat is not None
        victim = claim.seat

        def harmless(position: Position) -> int:
            return -len(_marbles(position, victim))

        (rank,) = claim.ranks
        return rank in self.kept and self.may(rank, self.after, harmless)

    def fits(self, claim: Claim) -> bool:
        (rank,) = claim.ranks
        return rank in self.kept and self.may(rank, self.after, self.own_home)

    def may(self, rank: Rank, position: Position, count: Callable[[Position], int]) -> bool:
        """Whether a play of that rank leads to a position with a higher `count`."""
        return any(count(play.position) > count(position) for play in legal(self.table, position, rank))

    def out(self, position: Position) -> int:
        return len(_marbles(position, self.me))

    def own_home(self, position: Position) -> int:
        return sum(hole >= self.table.ring for hole in _marbles(position, self.me))

    def team(self) -> list[Seat]:
        return [seat for seat in self.table.seats if self.table.teams[seat] == self.table.teams[self.me]]

    def team_out(self, position: Position) -> int:
        return sum(len(_marbles(position, seat)) for seat in self.team())

    def home(self, position: Position) -> int:
        return sum(hole >= self.table.ring for seat in self.team() for hole in _marbles(position, seat))

    def results(self, rank: Rank | None = None) -> Iterator[Position]:
        for n, option in enumerate(self.view.options):
            assert isinstance(option, Play)
            if rank in (None, option.card.rank):
                yield self.view.after(n)

    def gained(self, position: Position) -> int:
        """The sum of the holes that the team's marbles have gone; leaving START counts as eight."""
        table, total = self.table, 0
        for seat in self.team():
            for hole in _marbles(position, seat):
                if hole >= table.ring:
                    total += 8 + table.ring - 4 + hole - table.lanes[seat]
                else:
                    total += 8 + (hole - table.come_outs[seat]) % table.ring
        return total


def random_moment(seed: int) -> Game | None:
    """A random position with a random hand; None if the game is over there."""
    chance = Random(f"hint {seed}")
    rules = RULES[chance.choice([*RULES])]
    table, position = random_position(chance, rules, chance.choice(rules.players))
    if table.winner(position):
        return None
    setup = setup_for(table, "hint")
    state = begin(setup).state
    hands = list(state.hands)
    box = fresh_piles(setup.cards, table)[position.turn if setup.cards.own else 0]
    hands[position.turn] = tuple(chance.sample(box, table.rules.hand_size + table.rules.draw_first))
    return begin(setup, state._replace(position=position, hands=tuple(hands)))


@pytest.mark.parametrize(
    ("seed", "play"),
    [(395, "D3-Dh1"), (5535, "")],
    ids=["a pushed marble moves on", "one goes back to START"],
)
def test_the_reason_of_a_hint_is_no_gain_that_its_play_undoes(seed: int, play: str) -> None:
    game = random_moment(seed)
    assert game is not None
    view = seat_view(game, game.turn)
    assert view is not None
    made = hint(view)
    assert isinstance(made.action, Play)
    assert play in made.action.text(view.table.board)
    assert made.claim is not None
    assert Judge(view, made).confirms(made.claim)


def test_the_engine_confirms_the_reason_of_every_hint() -> None:
    seen, vague = 0, 0
    for seed in some(range(10_000), 60):
        game = random_moment(seed)
        view = None if game is None else seat_view(game, game.turn)
        if view is None or len(view.options) < 2:
            continue
        made = hint(view)
        seen += 1
        vague += made.claim is None
        if made.claim is not None:
            assert Judge(view, made).confirms(made.claim), (seed, made)
    assert vague < 0.15 * seen
