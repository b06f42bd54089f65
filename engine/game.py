"""A whole game as a value: the agreed setup, the first state, and the actions taken since.

`step(setup, state, action) -> state` is the only way that a game changes. It is a pure function, because all
chance comes from the setup's seed (see `dealing`). A `Game` is the fold of `step` over its actions. It keeps
every intermediate state, so stepping back only drops the last one; replaying folds again.

There are three actions. A `Play` is a card and its legs; without legs it is a discard. A `Draw` is made by
hand, where people draw for themselves. A `Pass` is the action of a seat that has no card and nothing to
draw. Automatic draws and shuffles belong to the action before them.

    game = begin(setup_for(table_for(RULES["texas"]), seed="a rainy Sunday"))
    game = game.do(options(game)[0])
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from engine.bits import Bits
from engine.cards import Card, Rank
from engine.dealing import Setup, State, deal, filled, hand_due, may_draw, turn_taken
from engine.errors import EngineError
from engine.geometry import Seat, seat_letter
from engine.legal import apply, legal_free_starts
from engine.moves import Found, Results
from engine.must_play import obliging
from engine.play import Play, as_play
from engine.position import Position
from engine.steps import Legs
from engine.violation import Code, IllegalPlay, Violation


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat takes by hand, from its pile, the cards that it is short of."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat to move has no card and nothing to draw, and its turn ends."""


Action: TypeAlias = Play | Draw | Pass


class Game:
    """An immutable game: `states[i]` is the state before `actions[i]`; the last state is the present one.

    A game and the games that continue it share one list of actions and one list of states; each game stores
    how many of the actions belong to it. A new action is appended if the game's last action is the last of
    the list; otherwise the new game gets lists of its own.
    """

    __slots__ = ("_actions", "_found", "_length", "_setup", "_state", "_states")

    def __init__(self, setup: Setup, states: list[State], actions: list[Action], length: int) -> None:
        self._setup = setup
        self._states = states
        self._actions = actions
        self._length = length
        self._state = state = states[length]
        self._found = Found(setup.table, state.position)

    @property
    def setup(self) -> Setup:
        """The agreements made before the first card was dealt."""
        return self._setup

    @property
    def states(self) -> tuple[State, ...]:
        """The state before each action, then the present state."""
        return tuple(self._states[: self._length + 1])

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far, in order."""
        return tuple(self._actions[: self._length])

    @property
    def state(self) -> State:
        """The state after the last action."""
        return self._state

    @property
    def position(self) -> Position:
        """The marbles and the seat to move after the last action."""
        return self._state.position

    @property
    def turn(self) -> Seat:
        """The seat to move next."""
        return self._state.position.turn

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat to move, in the order in which they were drawn."""
        state = self._state
        return state.hands[state.position.turn]

    @property
    def found(self) -> Found:
        """The distinct results of each rank in the present position; a rank is computed on first use."""
        return self._found

    @property
    def over(self) -> tuple[Seat, ...] | None:
        """The seats that have won; None while the game goes on."""
        return self._state.over

    def latest(self, count: int) -> list[tuple[State, Action, State]]:
        """Up to `count` last actions, in order, each as (state before, action, state after)."""
        first = max(0, self._length - count)
        states = self._states[first : self._length + 1]
        return [*zip(states, self._actions[first : self._length], states[1:], strict=False)]

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.setup, self.states, self.actions) == (other.setup, other.states, other.actions)

    def __hash__(self) -> int:
        return hash((self.setup, self._length))

    def __repr__(self) -> str:
        return f"Game({self.setup!r}, {self._length} actions, {self.position})"

    def do(self, action: Action) -> Game:
        """The game after this action; errors as in `step`."""
        after = step(self._setup, self._state, action, self._found)
        length, states, actions = self._length, self._states, self._actions
        if len(states) != length + 1:
            states, actions = states[: length + 1], actions[:length]
        states.append(after)
        actions.append(action)
        return Game(self._setup, states, actions, length + 1)

    def back(self, actions: int = 1) -> Game:
        """The game before its last `actions` actions, with its hands and piles."""
        if not 0 <= actions <= self._length:
            raise EngineError(f"cannot step back {actions} actions: {self._length} have been taken")
        return Game(self.setup, self._states, self._actions, self._length - actions)


def begin(setup: Setup, state: State | None = None) -> Game:
    """A game without actions: dealt from the setup's seed, or in `state` if that is given."""
    return Game(setup, [deal(setup) if state is None else state], [], 0)


def fold(game: Game, actions: Iterable[Action]) -> Game:
    """The game after all these actions; errors as in `step`."""
    for action in actions:
        game = game.do(action)
    return game


def options(game: Game) -> tuple[Action, ...]:
    """Everything that the seat to move may do; nothing when the game is over.

    If the seat has to draw or pass first, that is its only option. Otherwise the options are its plays, one
    for each distinct result of every card in the order of the hand, then the cards that it may discard. Draws
    of other seats are not included: see `dealing.may_draw`.
    """
    return tuple(options_with_results(game)[0])


def options_with_results(game: Game) -> tuple[list[Action], list[Bits]]:
    """The actions of `options(game)` in that order, and for each action the marbles after it."""
    setup, state = game.setup, game.state
    bits, turn = state.position.bits, state.position.turn
    if state.over:
        return [], []
    if _draw_owed(setup, state):
        return [Draw(turn)], [bits]
    hand = state.hands[turn]
    if not hand:
        return [Pass()], [bits]
    found = game.found
    choices: list[Action] = [as_play((card, legs)) for card in hand for legs in found[card.rank].values()]
    results = [after for card in hand for after in found[card.rank]]
    obliged = _obliged(setup, state, found)
    if not obliged and _free_start_due(setup, state):
        for card in hand:
            frees = legal_free_starts(setup.table, state.position, card.rank)
            choices += [Play(card, free.legs) for free in frees]
            results += [free.bits for free in frees]
    if not obliged or setup.table.rules.discard_free:
        choices += map(Play, hand)
        results += [bits] * len(hand)
    return choices, results


def step(setup: Setup, state: State, action: Action, found: Found | None = None) -> State:
    """The state after an action; `found` may pass the results that are already computed for `state`.

    Raise IllegalPlay, with the violation, for a play that breaks a rule. Raise EngineError for an action that
    is impossible now: a card that is not in the hand, a draw that is not due, anything after the end.
    """
    seat = state.position.turn
    if state.over:
        raise EngineError(f"the game is over: {''.join(map(seat_letter, state.over))} won")
    if isinstance(action, Draw):
        return _drawn(setup, state, action.seat)
    if _draw_owed(setup, state):
        raise EngineError(f"{seat_letter(seat)} draws before playing")
    if isinstance(action, Pass):
        if state.hands[seat]:
            raise EngineError(f"{seat_letter(seat)} holds a card, and so cannot pass")
        return turn_taken(setup, state, None, _turned(setup, state), state.stuck[seat])
    if action.card not in state.hands[seat]:
        raise EngineError(f"{seat_letter(seat)} does not hold {action.card}")
    if found is None:
        found = Found(setup.table, state.position)
    if action.legs:
        return _played(setup, state, action, found)
    return _discarded(setup, state, action.card, found)


def _played(setup: Setup, state: State, play: Play, found: Found) -> State:
    table, before = setup.table, state.position
    bits = _result(found[play.card.rank], play.legs)
    # The legs differ from those in `results`: another wording, a free start, or an illegal play.
    if bits is None:
        free = _free_start_due(setup, state) and not _obliged(setup, state, found)
        position = apply(table, before, play, free_start=free)
    else:
        position = before.after(bits, table.next_seats[before.turn])
    return turn_taken(setup, state, play.card, position, 0)


def _result(results: Results, legs: Legs) -> Bits | None:
    """The marbles after the play with these legs; None if `results` has no play with equal legs."""
    for bits, others in results.items():
        if others is legs:
            return bits
    return next((bits for bits, others in results.items() if others == legs), None)


def _discarded(setup: Setup, state: State, card: Card, found: Found) -> State:
    table, seat = setup.table, state.position.turn
    obliged = _obliged(setup, state, found)
    if obliged and not table.rules.discard_free:
        raise IllegalPlay(_must_play(setup, state, obliged[0], found))
    stuck = 0 if obliged else state.stuck[seat] + 1
    return turn_taken(setup, state, card, _turned(setup, state), stuck)


def _drawn(setup: Setup, state: State, seat: Seat) -> State:
    if not may_draw(setup, state, seat):
        raise EngineError(f"{seat_letter(seat)} has no card to draw now")
    return filled(setup, state, seat, hand_due(setup, state, seat))


def _draw_owed(setup: Setup, state: State) -> bool:
    """Whether the seat to move has to draw by hand before it does anything else."""
    return setup.table.rules.draw_first and may_draw(setup, state, state.position.turn)


def _obliged(setup: Setup, state: State, found: Found) -> tuple[Rank, ...]:
    """The ranks of which the seat to move must play one; switches that allow discards are not considered."""
    position = state.position
    can = dict.fromkeys([card.rank for card in state.hands[position.turn] if found[card.rank]])
    return obliging(setup.table, position, tuple(can))


def _must_play(setup: Setup, state: State, rank: Rank, found: Found) -> Violation:
    """The violation of discarding a card of a rank that has a play; it names such a play."""
    table, position = setup.table, state.position
    card = next(card for card in state.hands[position.turn] if card.rank is rank)
    play = Play(card, next(iter(found[rank].values())))
    text = f"Seat {seat_letter(position.turn)} must play, not discard: {play.text(table.board)} is possible."
    return Violation(Code.MUST_PLAY, text, tuple(leg.target for leg in play.legs), "RC-14")


def _free_start_due(setup: Setup, state: State) -> bool:
    """Whether a discard now is the one after which the seat brings a marble out for free."""
    after = setup.table.rules.free_start_after
    return 0 < after <= state.stuck[state.position.turn] + 1


def _turned(setup: Setup, state: State) -> Position:
    return state.position.with_turn(setup.table.next_seats[state.position.turn])
