"""What was seen since a turn began."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.observe.debounce import Settled
from referee.old.parting import Part, after
from referee.old.watch import LONGEST, Colour, Watch

HOLES = 6


@st.composite
def logs(draw: st.DrawFn) -> tuple[int, list[Settled]]:
    """Levels to begin with, and changes that could follow them."""
    began = levels = draw(st.integers(0, (1 << HOLES) - 1))
    log = []
    for i, hole in enumerate(draw(st.lists(st.integers(0, HOLES - 1), max_size=25))):
        levels ^= 1 << hole
        log.append(Settled(i / 10 + 0.008, i / 10, hole, bool(levels >> hole & 1)))
    return began, log


def empties(began: int, log: list[Settled]) -> list[int]:
    """The empty holes, as masks, at every moment."""
    masks, levels = [~began & (1 << HOLES) - 1], began
    for change in log:
        levels = levels | 1 << change.hole if change.on else levels & ~(1 << change.hole)
        masks.append(~levels & (1 << HOLES) - 1)
    return masks


@given(logs())
def test_lifted_is_every_hole_seen_empty(case: tuple[int, list[Settled]]) -> None:
    watch = Watch.of(*case)
    seen = 0
    for mask in empties(*case):
        seen |= mask
    assert watch.lifted & (1 << HOLES) - 1 == seen
    assert watch.now == ~empties(*case)[-1] & (1 << HOLES) - 1


@given(logs(), st.integers(1, (1 << HOLES) - 1))
def test_together_is_empty_at_one_moment(case: tuple[int, list[Settled]], mask: int) -> None:
    """What was empty before the turn began has to be full once, to come to be empty in it."""
    empty = list(empties(*case))
    full = (i for i, each in enumerate(empty) if not mask & each)
    begins = 0 if mask & ~empty[0] else next(full, len(empty))
    assert bool(Watch.of(*case).together(mask)) == any(not mask & ~each for each in empty[begins:])


@given(logs(), st.integers(0, 25))
def test_two_watches_one_after_the_other_have_seen_what_one_would(
    case: tuple[int, list[Settled]], at: int
) -> None:
    whole = Watch.of(*case)
    first, second = Watch.of(whole.began, whole.log[:at]), whole.since(at)
    assert first.log + second.log == whole.log
    assert second.began == first.now
    assert second.now == whole.now
    assert first.lifted | second.lifted == whole.lifted


@given(logs(), st.integers(0, 25), *[st.integers(0, (1 << HOLES) - 1)] * 3)
def test_the_next_turn_begins_so_that_it_ends_with_the_levels_there_are(
    case: tuple[int, list[Settled]], at: int, holes: int, taken: int, way: int
) -> None:
    watch = Watch.of(*case)
    assert after(watch, min(at, len(watch.log)), Part(holes, taken & holes, way & ~holes)).now == watch.now


def test_how_long_a_hole_was_empty_before_it_was_filled() -> None:
    watch = Watch.of(0b11)
    assert watch.empty_for(0) == 0.0
    watch.note(Settled(1.008, 1.0, 0, False))
    assert watch.empty_for(0) == 0.0
    watch.note(Settled(1.258, 1.25, 0, True))
    assert watch.empty_for(0) == 0.25
    assert Watch.of(0b10, [Settled(1.0, 1.0, 0, True)]).empty_for(0) == float("inf")


def test_a_hole_that_a_hand_passed_by_was_never_left_nor_filled() -> None:
    watch = Watch.of(0b1)
    assert watch.note(Settled(1.008, 1.0, 0, False)) is None
    assert watch.note(Settled(1.028, 1.02, 1, True)) is None
    assert watch.note(Settled(1.029, 1.021, 0, True)) == 0
    assert (watch.log, watch.now) == ([Settled(1.028, 1.02, 1, True)], 0b11)
    assert not watch.lifted & 0b1
    assert watch.placed == 0b10


@given(st.integers(0, 15), st.lists(st.tuples(st.integers(0, 3), st.integers(1, 60)), max_size=30))
def test_what_was_taken_back_leaves_no_trace(began: int, steps: list[tuple[int, int]]) -> None:
    watch, full, t = Watch.of(began), began, 0.0
    for hole, ms in steps:
        full, t = full ^ 1 << hole, t + ms / 1000
        watch.note(Settled(t, t, hole, bool(full >> hole & 1)))
    anew = Watch.of(began, watch.log)
    assert watch.now == full
    assert (watch.now, watch.lifted, watch.placed) == (anew.now, anew.lifted, anew.placed)


def test_a_hole_that_was_left_for_longer_was_left() -> None:
    watch = Watch.of(0b1, [Settled(1.008, 1.0, 0, False), Settled(1.034, 1.026, 0, True)])
    assert watch.lifted & 0b1
    assert len(watch.log) == 2


def test_a_rattling_table_does_not_fill_the_memory() -> None:
    watch = Watch.of(0b1)
    for i in range(5 * LONGEST):
        watch.note(Settled(i / 30, i / 30, 0, bool(i % 2)))
        watch.note(Settled(i / 30, i / 30, 1, not i % 2))
    assert len(watch.log) <= 2 * LONGEST
    assert Watch.of(watch.began, watch.log).now == watch.now
    assert watch.lifted & 0b11 == 0b11


def test_where_no_marble_was_seen_to_come_none_of_another_colour_came() -> None:
    watch = Watch.of(0b11, [Settled(1.0, 1.0, 0, False)])
    assert watch.filled_at(0) == -1
    assert not watch.short_at(-1, Colour(0b10, 0b01, 0, 0, False), 0)


def test_a_marble_of_a_colour_is_up_while_one_of_its_places_is_empty() -> None:
    watch = Watch.of(
        0b11, [Settled(1.0, 1.0, 1, False), Settled(2.0, 2.0, 0, False), Settled(3.0, 3.0, 0, True)]
    )
    assert watch.short_at(watch.filled_at(0), Colour(0b10, 0b01, 0, 0, False), 0)
    assert not watch.short_at(0, Colour(0b10, 0b01, 0, 0, False), 0)
