"""The game as a machine with real cards sees it: its own hand, and the sizes of hidden hands and piles."""

from __future__ import annotations

import pytest

from engine.dealing import setup_for
from engine.deck import fresh_piles
from engine.referee.verdicts import Discard
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.sentences import Speaker
from jokerboard.players.seat_views import open_state, view_of_open_state


@pytest.mark.parametrize("shuffled_at", [0, 2])
@pytest.mark.parametrize("name", ["texas", "own-deck"])
def test_in_a_machines_view_of_the_game_hands_discards_and_piles_add_up_to_all_cards(
    name: str, shuffled_at: int
) -> None:
    table = table_for(RULES[name])
    setup, first = setup_for(table, "seed"), table.initial()
    box = fresh_piles(setup.cards, table)
    own = [box[seat if setup.cards.own else 0] for seat in range(4)]
    log = GameLog(first, Speaker(table.board, {}))
    for n, seat in enumerate((0, 1, 2), 1):
        after = first.with_turn(seat + 1)
        log.take(Discard(float(n), n, seat, str(own[seat][-1 - seat]), after))
    hand = tuple(own[3][:5])
    state = open_state(setup, log, 3, hand, shuffled_at)
    assert state.hands == ((), (), (), hand)
    assert len(state.stocks) == len(state.drawn) == len(box)
    assert (state.stuck, state.last) == ((1, 1, 1, 0), 2)
    lying = [n > shuffled_at for n in (1, 2, 3)]
    assert list(map(len, state.discards)) == [*lying, 0]

    public = view_of_open_state(setup, state, 3).public
    size = table.rules.hand_size
    assert public.hands == (size, size, size, len(hand))
    if setup.cards.own:
        discards = [*map(len, state.discards)]
        assert [
            pile + held + left for pile, held, left in zip(public.piles, public.hands, discards, strict=True)
        ] == [len(cards) for cards in box]
    else:
        assert (sum(public.piles) + sum(public.hands) + sum(lying), len(public.piles)) == (len(box[0]), 1)
