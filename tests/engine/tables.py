"""Games that begin in a given position with given hands, and random games, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.cards import Card
from engine.dealing import Setup, State, setup_for
from engine.deck import Pile, fresh_piles
from engine.game import Action, Draw, Game, Pass, begin, options
from engine.geometry import Board, Seat
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import RULES, Rules
from engine.table import table_at


def cards(text: str) -> Pile:
    return tuple(map(Card.parse, text.split()))


def rules_of(text: str) -> Rules:
    """A rule set by its name, and house rules: `"texas nine_mode=must seven_scope=team"`."""
    name, *switches = text.split()
    return RULES[name].with_switches(dict(switch.split("=") for switch in switches))


def moment(
    name: str,
    line: str,
    hands: Mapping[str, str],
    *,
    switches: Mapping[str, str] | None = None,
    pile: str | None = None,
    own_piles: Mapping[str, str] | None = None,
    discards: Mapping[str, str] | None = None,
    manual: bool = False,
) -> Game:
    """A game that begins in a given position with given hands; other seats hold no cards.

    `pile` is the shared pile, its top card last; without it, the pile has all cards of the table that are in
    no hand.
    """
    rules = RULES[name].with_switches(switches or {})
    position = Position.parse(line, rules.marbles_per_player)
    table = table_at(rules, position)
    setup = setup_for(table, "moment", table.seats[-1], manual)

    def by_side(texts: Mapping[str, str]) -> tuple[Pile, ...]:
        return tuple(cards(texts.get(chr(65 + side), "")) for side in range(table.sides))

    held, laid = by_side(hands), by_side(discards or {})
    if setup.cards.own:
        piles = by_side(own_piles or {})
    elif pile is not None:
        piles = (cards(pile),)
    else:
        lying = {card for lot in (*held, *laid) for card in lot}
        piles = (tuple(card for card in fresh_piles(setup.cards, table)[0] if card not in lying),)
    state = State(position, held, (), (), laid, (0,) * table.sides, len(piles), None, table.winner(position))
    return begin(setup, state.with_piles(piles))


def act(game: Game, *texts: str) -> Game:
    """The game after these plays, in the notation of docs/formats.md."""
    for text in texts:
        game = game.do(Play.parse(text, game.setup.table.board))
    return game


def action_text(action: Action, there: Board) -> str:
    """A play in the notation of docs/formats.md, `draw B`, or `pass`."""
    if isinstance(action, Draw):
        return f"draw {chr(65 + action.seat)}"
    return "pass" if isinstance(action, Pass) else action.text(there)


def written(game: Game, actions: tuple[Action, ...] | None = None) -> list[str]:
    """The options of the seat to move, as texts."""
    return [action_text(action, game.setup.table.board) for action in (actions or options(game))]


def random_game(setup: Setup, seed: int | str, turns: int) -> Game:
    """A game after up to `turns` actions, each chosen at random from all options."""
    game, chance = begin(setup), Random(f"moves {seed}")
    for _ in range(turns):
        choices = options(game)
        if not choices:
            break
        game = game.do(choices[int(chance.random() * len(choices))])
    return game


def every_card(game: Game) -> list[str]:
    state = game.state
    return sorted(
        str(card) for place in (state.hands, state.piles, state.discards) for lot in place for card in lot
    )


def hand_sizes(game: Game) -> list[int]:
    return [len(game.state.hands[seat]) for seat in game.setup.table.seats]


def seat_left_of(game: Game, seat: Seat) -> Seat:
    return game.setup.table.next_seats[seat]
