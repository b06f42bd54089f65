"""A question about the play before may be put though nothing has been touched since that was said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.old.asking import answered
from referee.old.watch import Watch
from referee.trace import read_event, read_header
from tests.referee.scenario import read_scenario


@pytest.mark.parametrize(
    "name",
    [
        "asked-and-the-next-joker-takes-one-of-them",
        "exchange-undone-and-another-and-the-next-goes-on",
        "two-alike-when-the-next-goes-on",
    ],
)
def test_a_question_asked_as_the_next_card_came_stands_before_anything_is_touched(name: str) -> None:
    lines = read_scenario(f"corpus/questions/{name}").trace
    header = read_header(lines[0])
    referee, board = header.referee(), header.table.board
    state = referee._state
    for number, line in enumerate(lines[1:], 2):
        referee.feed(read_event(line, number, board))
        asked = state.asked
        if asked is not None and asked.amends and state.next_card is not None:
            state.watch = Watch.of(state.watch.now)
            answered(state, referee._t, replace(asked, seen=0))
            return
    pytest.fail("no play before is asked about with the next card laid")
