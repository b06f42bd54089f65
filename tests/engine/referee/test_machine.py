"""The referee as its callers use it: events in order of time, and the time of its next deadline."""

from __future__ import annotations

import re
from pkgutil import resolve_name

import pytest

from engine.cards import Card
from engine.errors import OutOfOrderError
from engine.geometry import board
from engine.position import Position
from engine.referee import machine
from engine.referee.events import Button, CardRead, Edge, Reshuffled, Tick
from engine.referee.machine import Referee
from engine.referee.verdicts import Fault, Illegal, Move, NextTurn, Takeback, Verdict
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.trace import read_event, read_header
from tests.engine.referee.hands import Hands
from tests.engine.referee.scenario import read_scenario

TABLE = table_for(RULES["texas"], 4)
BOARD = board(4)
START = Position.parse("A8,C2/B8/-/- A")


def referee(line: str = "A8,C2/B8/-/- A") -> Referee:
    return Referee(TABLE, Position.parse(line))


def test_the_first_verdict_announces_the_seat_in_turn() -> None:
    here = referee()
    assert here.advance(0.0) == [NextTurn(0.0, 0)]
    assert here.advance(0.0) == []


def test_a_deadline_within_a_microsecond_before_an_event_is_handled_before_the_event() -> None:
    """Traces round times to the microsecond, and as floats 787.736389 + 0.008 > 787.744389.

    The deadline seems to come after the event, but must be handled first.
    """
    here = referee("A8/-/-/- A")
    here.feed(CardRead(786.0, Card.parse("5D#1"), 0))
    here.feed(Edge(787.0, BOARD.hole("A8"), False))
    here.feed(Edge(787.736389, BOARD.hole("A13"), True))
    assert [type(v) for v in here.feed(Reshuffled(787.744389))] == [Move, NextTurn]
    again = here.feed(CardRead(787.744389, Card.parse("5D#1"), 1))
    assert not [v for v in again if isinstance(v, Illegal)]  # A shuffle has put that copy back into the pile.


def test_an_event_older_than_the_last_event_is_refused() -> None:
    here = referee()
    here.feed(Tick(1.0))
    with pytest.raises(OutOfOrderError, match=r"0\.999 s after one at 1\.000 s"):
        here.feed(Tick(0.999))
    assert here.feed(Tick(1.0)) == []


def test_a_referee_without_pending_edges_has_no_deadline() -> None:
    here = referee()
    here.advance(0.5)  # By then the plays of the turn have been computed.
    assert here.deadline is None
    here.feed(Edge(1.0, 8, False))
    assert here.deadline == pytest.approx(1.008)
    here.advance(2.0)
    here.feed(CardRead(2.0, Card.parse("5H"), 0))
    here.feed(Edge(2.5, 13, True))
    while here.deadline is not None and here.deadline < 60.0:  # A pause is evidence, so it has deadlines.
        here.advance(here.deadline)
    assert here.deadline is None


def test_advancing_at_each_deadline_or_only_at_the_end_gives_equal_verdicts(group: list[str]) -> None:
    """A service with a clock, and a replay that only feeds events, receive the same verdicts."""
    for name in group:
        _same_with_deadlines(name)


def _same_with_deadlines(name: str) -> None:
    header, *lines = read_scenario(name).trace
    read = read_header(header)
    events = [read_event(line, n, read.table.board) for n, line in enumerate(lines, 2)]
    lazy, eager = read.referee(), read.referee()
    lazily: list[Verdict] = []
    eagerly: list[Verdict] = []
    for event in events:
        lazily += lazy.feed(event)
        while (due := eager.deadline) is not None and due < event.t:
            eagerly += eager.advance(due)
            assert eager.deadline is None or eager.deadline > due, "a deadline must pass"
        eagerly += eager.feed(event)
    assert eagerly == lazily, name


def test_the_referee_shows_the_position_the_card_the_marbles_and_the_plays_in_force() -> None:
    here = referee()
    hands = Hands.of(here)
    hands.wait(0.1)
    assert (here.position, here.turn, here.card, here.owing, here.over) == (START, 0, None, (), None)
    of_a = {BOARD.name(hole) for hole, seat in here.marbles.items() if seat == 0}
    assert of_a == {"A8", "C2", "As1", "As2", "As3"}
    hands.do("A:5H")
    assert str(here.card) == "5H"
    hands.do("A8-", "+A13")
    hands.wait(0.1)
    (play,) = here.plays
    assert isinstance(play, Move)
    assert play.position == here.position == Position.parse("A13,C2/B8/-/- B")
    assert here.marbles[13] == 0
    assert 8 not in here.marbles


def test_the_referee_lists_the_hole_of_every_marble_except_held_ones() -> None:
    """A bumped marble in a hand is in no hole; marbles in START are where the sensors show them."""
    here = referee("A8/A13,B2/-/- A")
    hands = Hands.of(here)
    hands.do("A:5H", "A8-", "A13-", "+A13")
    hands.wait(1)
    assert sum(seat == 1 for seat in here.marbles.values()) == 4
    hands.do("+Bs5")
    hands.wait(0.1)
    assert here.marbles[BOARD.hole("Bs5")] == 1
    assert len(here.marbles) == 20


def test_pressing_back_twice_takes_two_plays_back_one_by_one() -> None:
    here = referee()
    hands = Hands.of(here)
    hands.do("A:5H", "A8-", "+A13", "B:3C", "B8-", "+B11")
    hands.wait(0.5)
    for at in (1, 0):
        hands.feed(Button(hands.t, "back", at))
        hands.wait(0.5)
        hands.set_up(here.position, TABLE)
        hands.wait(2.5)
    assert [v.n for v in hands.announced(Takeback)] == [2, 1]
    assert here.position == START
    assert not hands.announced(Illegal)


def test_a_split_whose_first_marble_is_lifted_again_waits_until_that_marble_is_back() -> None:
    """In a 7 split, the first marble is lifted again as the second one lands, and is put back later."""
    hands = Hands.of(referee("A8,B2/-/-/- A"))
    hands.do("A:7H", "A8-", "+A11", "B2-", "+B6")
    hands.do("A11-", pause=0.004)
    hands.wait(0.5)
    assert not hands.announced(Move)
    hands.do("+A11")
    hands.wait(1)
    (move,) = hands.announced(Move)
    assert str(move.position) == "A11,B6/-/-/- B"


def test_a_marble_that_lands_for_less_than_the_noise_time_makes_no_play() -> None:
    hands = Hands.of(referee("A8/-/-/- A"))
    hands.do("A:5H", "A8-", "+A13")
    hands.do("A13-", pause=0.004)
    hands.wait(0.5)
    assert not hands.announced(Move)


def test_at_a_table_without_cards_a_play_that_no_sensor_shows_is_not_announced() -> None:
    """A person holds a marble for long between holes with faulty sensors, while others adjust marbles."""
    position = Position.parse("A10/B10/C10/D10 A")
    faults = [Fault(0.0, "", hole=BOARD.hole(hole)) for hole in ("A10", "A11")]
    here = Referee(TABLE, position, cards="none", history=faults)
    edges = (Edge(1.0, BOARD.hole("B10"), False), Edge(1.4, BOARD.hole("B10"), True))
    verdicts = [verdict for edge in edges for verdict in here.feed(edge)]
    assert [*verdicts, *here.advance(60.0)] == [NextTurn(0.0, 0)]


def test_the_referee_documents_24_special_rules_and_each_rule_names_an_existing_function() -> None:
    rules = re.findall(r"^- .+: `(\S+)`\.$", str(machine.__doc__), re.MULTILINE)
    assert len(rules) == 24, "more of them mean that the model lacks something"
    for rule in rules:
        assert callable(resolve_name(f"engine.referee.{rule}")), rule
