"""A play that does not follow from the position in force is not announced: the board is judged again."""

from __future__ import annotations

from engine.cards import Card
from engine.position import Position
from engine.referee.model.turn import Turn
from engine.referee.policy import announcements
from engine.referee.verdicts import NextTurn
from tests.engine.referee.short_table import Table

AFTER_FIVE = "A13/B8/-/- B"


def announced() -> Table:
    """A table at which one play (5D A8-A13) is in force."""
    return Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13").until(3.0)


def elsewhere(table: Table) -> Turn:
    """A turn after a play that starts from a position that is not in force."""
    ground = table.referee._record.ground
    turn = Turn(ground, Position.parse("A14/B8/-/- B"), 1).laid(Card.parse("4C"))
    return turn.after(turn.plays.all[0])


def goes_on(table: Table) -> None:
    """Check that B's next play counts from the position in force."""
    table.card(5.0, "B", "4C").lift(5.5, "B8").place(6.0, "B12").until(8.0)
    assert table.plays == ["5D A8-A13", "4C B8-B12"]


def test_a_play_that_cannot_be_made_from_the_position_in_force_is_not_announced() -> None:
    table = announced()
    record = table.referee._record
    kept = len(record.in_force.verdicts), record.n
    verdicts = announcements.announce(record, 3.0, elsewhere(table))
    assert verdicts == [NextTurn(3.0, 1)]
    assert (len(record.in_force.verdicts), record.n) == kept
    assert record.position.line() == AFTER_FIVE
    assert record.due == 3.0
    assert all(each.reaches(record.turn) for each in record.beam.all)
    goes_on(table)


def test_if_no_hypothesis_fits_the_position_in_force_the_referee_starts_again_from_that_position() -> None:
    table = announced()
    record, other = table.referee._record, elsewhere(table)
    for each in record.beam.all:
        each.turn = other
    assert announcements.announce(record, 3.0, other) == [NextTurn(3.0, 1)]
    assert record.beam.best.turn.position == record.position == Position.parse(AFTER_FIVE)
    goes_on(table)
