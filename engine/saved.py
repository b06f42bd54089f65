"""A game as JSON text, and the same game from it: to be put away and resumed, the shuffles to come included.

    {"game": 1, "rules": "texas", "set": {"ace_11": "off"}, "sides": 4, "seats": "ABCD", "teams": null,
     "seed": "a rainy Sunday", "dealer": "D", "draw": "automatic", "start": null,
     "actions": ["KH#1 As-A8", "9C#2 --", "draw B", "pass"]}

What is saved is how the game came about: the setup and the actions. Reading it folds them again, so a text
that was tampered with or cut short is refused at the action that cannot be, and never half believed. `set`
holds the switches that differ from the published rule set; `teams` is null for the layout of the rules;
`start` is null for a game dealt from its seed, otherwise the moment at which it was taken up.

The text holds every hand and the seed: it is for the table's own memory, not for players (see `views`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.dealing import Setup, State, deal, setup_for
from engine.deck import Pile, fresh_piles
from engine.errors import EngineError, NotationError
from engine.game import Action, Draw, Game, Pass, begin
from engine.geometry import MOST_SIDES, Board, Seat, seat_letter
from engine.play import Play
from engine.position import Position
from engine.rules import Rules, rules_named
from engine.table import Table, table_at

VERSION = 1


def to_text(game: Game) -> str:
    """The game as one line of JSON."""
    setup, table = game.setup, game.setup.table
    rules = table.rules
    published = rules_named(rules.name)
    data: dict[str, Any] = {
        "game": VERSION,
        "rules": rules.name,
        "set": {k: word for k, word in rules.switches().items() if word != published.switches()[k]},
        "sides": table.sides,
        "seats": "".join(map(seat_letter, table.seats)),
        "teams": table.own_teams,
        "seed": setup.seed,
        "dealer": seat_letter(setup.dealer),
        "draw": "manual" if setup.manual_draw else "automatic",
        "start": None if game.states[0] == deal(setup) else _state_data(table, game.states[0]),
        "actions": [action_text(action, table.board) for action in game.actions],
    }
    if rules.title != published.title:
        data["title"] = rules.title
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> Game:
    """The game that `to_text` wrote; NotationError, which says where, for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"a saved game is one JSON object: {error}") from None
    record = _Reader(data, "")
    if record.get("game", int) != VERSION:
        raise NotationError(
            f"a saved game of version {record.get('game', int)}; this program reads {VERSION}"
        )
    setup = _setup(record)
    start = data.get("start")
    game = begin(setup, None if start is None else _state(setup, _Reader(start, "start.")))
    for n, line in enumerate(record.texts("actions")):
        try:
            game = game.do(parse_action(line, setup.table.board))
        except EngineError as error:
            raise NotationError(f"saved game, actions[{n}] {line!r}: {error}") from None
    return game


def action_text(action: Action, there: Board) -> str:
    """A play in the contract's notation, `draw B`, or `pass`."""
    if isinstance(action, Draw):
        return f"draw {seat_letter(action.seat)}"
    return "pass" if isinstance(action, Pass) else action.text(there)


def parse_action(text: str, there: Board) -> Action:
    """The action that `action_text` wrote; NotationError for anything else."""
    if text == "pass":
        return Pass()
    if text.startswith("draw "):
        return Draw(_seat(text[5:], there.sides))
    return Play.parse(text, there)


class _Reader:
    """One JSON object, its fields asked for by type; errors name the field."""

    def __init__(self, data: object, path: str) -> None:
        if not isinstance(data, dict):
            raise NotationError(f"saved game, {path.rstrip('.') or 'the whole'}: an object is wanted")
        self.data: dict[str, Any] = data
        self.path = path

    def get(self, key: str, kind: type) -> Any:
        value = self.data.get(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"{_KINDS[kind]} is wanted")
        return value

    def texts(self, key: str) -> list[str]:
        values: list[str] = self.get(key, list)
        if not all(isinstance(value, str) for value in values):
            raise self.error(key, "a list of texts is wanted")
        return values

    def cards(self, key: str) -> Pile:
        texts = self.texts(key)
        try:
            return tuple(map(Card.parse, texts))
        except NotationError as error:
            raise self.error(key, str(error)) from None

    def seats(self, key: str, sides: int) -> tuple[Seat, ...]:
        try:
            return tuple(_seat(letter, sides) for letter in self.get(key, str))
        except NotationError as error:
            raise self.error(key, str(error)) from None

    def error(self, key: str, text: str) -> NotationError:
        return NotationError(f"saved game, {self.path}{key}: {text}")


_KINDS = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


def _setup(record: _Reader) -> Setup:
    try:
        table = _table(record, _rules(record))
        dealer = _one(record, "dealer", table.sides)
        draw = record.get("draw", str)
        if draw not in ("manual", "automatic"):
            raise record.error("draw", f"automatic or manual is wanted, not {draw!r}")
        return setup_for(table, record.get("seed", str), dealer, draw == "manual")
    except EngineError as error:
        raise _placed(error) from None


def _rules(record: _Reader) -> Rules:
    switches = record.get("set", dict)
    if not all(isinstance(word, str) for word in switches.values()):
        raise record.error("set", "every value is a text")
    rules = rules_named(record.get("rules", str)).with_switches(switches)
    return replace(rules, title=record.get("title", str)) if "title" in record.data else rules


def _table(record: _Reader, rules: Rules) -> Table:
    sides, teams = record.get("sides", int), record.data.get("teams")
    if not 0 < sides <= MOST_SIDES:
        raise record.error("sides", f"a board has up to {MOST_SIDES}")
    seats = record.seats("seats", sides)
    marbles = tuple(() if seat in seats else None for seat in range(sides))
    if teams is not None:
        teams = record.get("teams", int)
    return table_at(rules, Position(sides, marbles, 0, rules.marbles_per_player), teams)


def _state_data(table: Table, state: State) -> dict[str, Any]:
    def by_seat(values: Iterable[Any]) -> dict[str, Any]:
        return {seat_letter(seat): value for seat, value in enumerate(values) if seat in table.seats}

    return {
        "position": state.position.line(),
        "hands": by_seat(map(_texts, state.hands)),
        "discards": by_seat(map(_texts, state.discards)),
        "piles": [_texts(pile) for pile in state.piles],
        "stuck": by_seat(state.stuck),
        "shuffles": state.shuffles,
        "last": None if state.last is None else seat_letter(state.last),
    }


def _state(setup: Setup, record: _Reader) -> State:
    table = setup.table
    try:
        position = Position.parse(record.get("position", str), table.rules.marbles_per_player)
    except NotationError as error:
        raise record.error("position", str(error)) from None
    if position.sides != table.sides or position.seats != table.seats:
        raise record.error("position", "other sides or seats than the game's")
    hands, discards = (_by_side(table, record, key) for key in ("hands", "discards"))
    piles = record.get("piles", list)
    if len(piles) != len(fresh_piles(setup.cards, table)):
        raise record.error(
            "piles", f"{len(piles)} piles, where this game has {len(fresh_piles(setup.cards, table))}"
        )
    numbered = _Reader({str(at): pile for at, pile in enumerate(piles)}, f"{record.path}piles.")
    state = State(
        position=position,
        hands=hands,
        piles=tuple(numbered.cards(str(at)) for at in range(len(piles))),
        discards=discards,
        stuck=_stuck(table, record),
        shuffles=record.get("shuffles", int),
        last=None if record.data.get("last") is None else _one(record, "last", table.sides),
        over=table.winner(position),
    )
    _check_cards(setup, state, record)
    return state


def _by_side(table: Table, record: _Reader, key: str) -> tuple[Pile, ...]:
    inner = _Reader(record.get(key, dict), f"{record.path}{key}.")
    return tuple(inner.cards(seat_letter(seat)) if seat in table.seats else () for seat in range(table.sides))


def _stuck(table: Table, record: _Reader) -> tuple[int, ...]:
    inner = _Reader(record.get("stuck", dict), f"{record.path}stuck.")
    return tuple(
        inner.get(seat_letter(seat), int) if seat in table.seats else 0 for seat in range(table.sides)
    )


def _check_cards(setup: Setup, state: State, record: _Reader) -> None:
    """No card twice, and none that is not of this table."""
    known = {card for pile in fresh_piles(setup.cards, setup.table) for card in pile}
    for place in (state.hands, state.discards, state.piles):
        for card in (card for pile in place for card in pile):
            if card not in known:
                raise record.error(
                    "hands, discards and piles", f"{card} is there twice, or is no card of this table"
                )
            known.remove(card)


def _texts(pile: Pile) -> list[str]:
    return [str(card) for card in pile]


def _one(record: _Reader, key: str, sides: int) -> Seat:
    seats = record.seats(key, sides)
    if len(seats) != 1:
        raise record.error(key, "one seat is wanted")
    return seats[0]


def _seat(letter: str, sides: int) -> Seat:
    seat = ord(letter) - 65 if len(letter) == 1 else -1
    if not 0 <= seat < sides:
        raise NotationError(f"no seat is called {letter!r}")
    return seat


def _placed(error: EngineError) -> NotationError:
    text = str(error)
    return NotationError(text if text.startswith("saved game") else f"saved game: {text}")
