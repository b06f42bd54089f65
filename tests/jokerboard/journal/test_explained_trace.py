"""`replay --explain`: hypotheses in words, and the reasons against another play."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engine.errors import TraceError
from engine.referee.settings import Costs
from jokerboard.cli.replay import explain
from jokerboard.host.errors import UsageError
from jokerboard.journal.games.readings import dearest, explained, readings
from jokerboard.journal.games.sentences import Speaker
from jokerboard.words.catalogue import words
from tests.engine.referee.scenes.scene import Scene
from tests.engine.referee.short_table import BOARD, Table

FIVE = "0.1 A:5D/1 A8-/1.5 A13+/2"
CAPTURE = "0.1 A:5D/1 A8-/1.2 A13-/1.6 A13+/3"
JOKER = "0.5 A:X/1 A8-/1.3 B4-/1.6 B4+/1.7 B9-/1.74 B9+/5"


def trace(steps: str, position: str = "A8/-/-/- A") -> list[str]:
    return Scene(position, steps, {}).trace("texas", 0, "seat")


def evidence(steps: str, instead: str, position: str = "A8/-/-/- A", at: float | None = None) -> list[str]:
    lines = [line.strip() for line in explain(trace(steps, position), at, instead)]
    asked = next(i for i, line in enumerate(lines) if line.endswith("?") or "is no play here" in line)
    return lines[asked:]


def test_every_entry_of_the_cost_table_has_a_sentence() -> None:
    for field in fields(Costs):
        assert words(f"reading-{field.name.replace('_', '-')}", marble="A's marble")


def test_an_explanation_names_the_play_and_the_holes_that_show_it() -> None:
    text = "\n".join(explain(trace(FIVE)))
    assert "Seat A moves a marble from A8 to A13 with a five." in text
    assert "The board saw A8 empty and A13 full 0.5 s later, so Seat A's marble went from A8 to A13." in text
    assert "a play is complete" in text
    assert "Seat A's marble from A8 is in a hand." in "\n".join(explain(trace(FIVE), at=1.2))


def test_a_hole_that_filled_at_the_moment_another_one_emptied_is_explained_without_a_delay() -> None:
    text = "\n".join(explain(trace("0.1 A:5D/1 A8-/1 A13+/2")))
    assert "The board saw A8 empty and A13 full, so Seat A's marble went from A8 to A13." in text


def test_a_captured_marble_is_explained_by_the_time_its_hole_was_empty() -> None:
    text = "\n".join(explain(trace(CAPTURE, "A8/A13/-/- A"), at=3.0))
    assert "A13 was empty for 0.4 s, so Seat B's marble was taken from there." in text


def test_no_two_explained_hypotheses_have_the_same_play_and_observations() -> None:
    table = Table("A8/B4,B9/-/- A").card(0.5, "A", "X").lift(1.0, "A8").until(1.4)
    table.lift(1.5, "B4").place(1.8, "B4").until(3.0)
    ranked = explained(table.referee, Speaker(BOARD, {}))
    shown = [(each.play, each.seen) for each in ranked]
    assert len(shown) == len(set(shown)) > 1


def test_a_disputed_play_with_another_count_is_explained_by_the_holes_that_contradict_it() -> None:
    lines = evidence(FIVE, "6D A8-A14")
    assert lines[0] == "Seat A moves a marble from A8 to A14 with a six?"
    assert "A14 has to be filled by this play, and it was never filled." in lines
    assert "A13 has been full since 1.50 s, which this play does not explain." in lines
    assert "The card that was read is the 5D, not the 6D." in lines


def test_a_dispute_names_no_hole_that_a_later_turn_changed() -> None:
    later = "0.1 A:5D/1 A8-/1.5 A13+/3 B:6C/3.5 B8-/4 B14+/6"
    assert evidence(later, "6D A8-A14", "A8/B8/-/- A")[1:] == evidence(FIVE, "6D A8-A14", "A8/B8/-/- A")[1:]


def test_a_disputed_capture_is_explained_by_the_hole_that_never_read_empty() -> None:
    lines = evidence(JOKER, "X A8-D4xD", "A8/B4,B9/-/D4 A")
    assert "Seat D's marble has to leave D4, and D4 never read empty." in lines


def test_a_disputed_play_that_the_board_also_shows_is_explained_by_its_higher_cost() -> None:
    lines = evidence(JOKER, "X A8-B4xB", "A8/B4,B9/-/- A")
    assert lines[1].startswith("This play costs ")
    assert " more than the likeliest hypothesis, most of it because " in lines[1]
    assert "No hole and no card contradicts this play." in lines


def test_a_cost_shared_by_two_hypotheses_is_not_given_as_the_reason_for_their_difference() -> None:
    """Both hypotheses need a faulty sensor; only the assumed play also carries a marble back."""
    unseen = "0.5 A:X/1 A8-/4 Bs5+/9 B:5D/10 B3-/10.5 B8+/14"
    lines = evidence(unseen, "X A8-A5xB", "A8/A5,B12,B3/C8/- A")
    assert lines[1].startswith("This play costs 2.00 more than the likeliest hypothesis, most of it because ")
    assert lines[1].endswith("because a marble goes back unseen, and the card moves another marble.")


def test_a_foreign_marble_on_the_board_is_given_as_the_reason_why_a_hypothesis_costs_more() -> None:
    table = Table("A8/-/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13").until(2.0)
    best = readings(table.referee.beam)[0]
    worse = replace(best, board=("foreign",))
    because = dearest(worse, best, 0.0, Speaker(BOARD, {}))
    assert because is not None
    assert (because.hole, because.text) == ("", words("reading-foreign", marble=""))
    assert dearest(best, best, 0.0, Speaker(BOARD, {})) is None


def test_a_dispute_names_the_announced_play_as_the_play_of_the_likeliest_hypothesis() -> None:
    assert evidence(FIVE, "5D A8-A13")[1] == "The likeliest hypothesis has this play."


def test_a_disputed_play_against_the_rules_is_explained_by_the_rule() -> None:
    (line,) = evidence(FIVE, "5D A8-A14")
    assert line.startswith("5D A8-A14 is no play here. ")
    assert "five" in line


def test_a_dispute_with_a_text_that_is_no_play_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^--instead '5D A8': .*write a play as 5D A8-A13$"):
        evidence(FIVE, "5D A8")


def test_a_trace_whose_time_runs_back_is_explained_up_to_the_line_at_fault() -> None:
    with pytest.raises(TraceError, match=r"^line 3: .* times must not decrease"):
        list(explain([trace(FIVE)[0], '{"t": 2.0}', '{"t": 1.0}']))
