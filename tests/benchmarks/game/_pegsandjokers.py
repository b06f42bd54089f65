"""Measure the speed of a published program: Pegs and Jokers in Python, github.com/arp-Trosh/pegsandjokers.

This script gets the folder of a checkout. It plays at a table of four with the functions of that program, and
prints the figures that the benchmark `engines` reads. The program is not part of this project.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

SAMPLE = 600
"""The number of positions with a hand that are measured."""
SECONDS = 0.5
"""The least processor time for each figure, in seconds."""
PLAYERS = range(4)
MOST_TURNS = 4000


def main(folder: str) -> None:
    """Print the figures of the program in the checkout `folder`."""
    sys.path.insert(0, folder)
    program = import_module("pegsandjokers.game.state"), import_module("pegsandjokers.game.rules")
    chance = Random("a published program")
    sample = _sample(program, chance)
    hands = plays = turns = games = 0
    began = process_time()
    while (spent := process_time() - began) < SECONDS:
        plays += sum(len(_plays(program[1], state, player, hand)) for state, player, hand in sample)
        hands += len(sample)
    print(f"hands {hands} {plays} {spent:.6f}")
    began = process_time()
    while (spent := process_time() - began) < SECONDS:
        turns += sum(1 for _ in _game(program, chance))
        games += 1
    print(f"turns {turns} {games} {spent:.6f}")


def _plays(rules: Any, state: Any, player: int, hand: list[Any]) -> list[Any]:
    """All plays of the hand's cards; equal cards count once."""
    first = {card.rank: n for n, card in reversed([*enumerate(hand)])}
    return [
        play
        for n in first.values()
        for play in rules.legal_moves_for_card(state, state.board, player, hand[n], n)
    ]


def _game(program: tuple[Any, Any], chance: Random) -> Iterator[Any]:
    """Play a random game; yield its state before each turn."""
    states, rules = program
    state = states.GameState(len(PLAYERS), rng=chance)
    for player in PLAYERS:
        state.add_player(player, f"player {player}", "red")
    state.start_game()
    for _ in range(MOST_TURNS):
        yield state
        player = state.turn_player
        hand = state.players[player].hand
        plays = _plays(rules, state, player, hand)
        play = chance.choice(plays) if plays else None
        if play:
            rules.apply_move(state, state.board, play)
        state.discard.append(hand.pop(play["card_index"] if play else chance.randrange(len(hand))))
        hand.append(state.draw_card())
        if state.team_all_safe(player):
            break
        state.next_turn()


def _sample(program: tuple[Any, Any], chance: Random) -> list[tuple[Any, int, list[Any]]]:
    """Positions sampled evenly from two random games, each with a player and a hand."""
    states, _ = program
    seen = [
        ({key: peg.location for key, peg in state.pegs.items()}, state.turn_player)
        for _ in range(2)
        for state in _game(program, chance)
    ]
    shoe, sample = states.build_shoe(len(PLAYERS), rng=chance), []
    for locations, player in chance.sample(seen, min(SAMPLE, len(seen))):
        state = states.GameState(len(PLAYERS))
        for key, location in locations.items():
            state.pegs[key].location = location
        sample.append((state, player, chance.sample(shoe, 5)))
    return sample


if __name__ == "__main__":
    main(sys.argv[1])
