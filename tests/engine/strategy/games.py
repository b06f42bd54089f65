"""Random games for the tests of machine players."""

from __future__ import annotations

from random import Random

from engine.dealing import setup_for
from engine.game import Game, begin, options
from engine.geometry import Seat
from engine.rules.rule_sets import RULES
from engine.table import table_for


def game_after(name: str, players: int, seed: int, turns: int) -> Game:
    """A game after `turns` turns of random plays, or fewer if it would be over."""
    game, chance = begin(setup_for(table_for(RULES[name], players), f"{seed}")), Random(seed)
    for _ in range(turns):
        after = game.do(chance.choice(options(game)))
        if after.over:
            break
        game = after
    return game


def with_hidden_shuffled(game: Game, seat: Seat, seed: int) -> Game:
    """A game that looks the same to the seat: every card that the seat cannot see is redealt."""
    state, chance = game.state, Random(seed)
    hands, piles = list(state.hands), list(state.piles)
    for at in range(len(piles)):
        others = [at] if game.setup.cards.own else [*range(len(hands))]
        hidden = [*piles[at], *(card for other in others if other != seat for card in hands[other])]
        chance.shuffle(hidden)
        for other in others:
            if other != seat:
                size = len(hands[other])
                hands[other], hidden = tuple(hidden[:size]), hidden[size:]
        piles[at] = tuple(hidden)
    changed = state._replace(hands=tuple(hands)).with_piles(piles)
    return Game(game.setup, [*game.states[:-1], changed], [*game.actions], len(game))
