"""A tournament in the director's store, changed by one or more directors."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from jokerboard.journal.records import Line, chained
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.errors import EventError, OvertakenError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Created, Event
from jokerboard.tournament.event.history import History, iso
from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.event.round_events import Paused, RoundStarted
from jokerboard.tournament.event.team_events import Registered, Withdrawn
from tests.jokerboard.tournament.event.tournaments import entries, settings


def begun(store: Store, teams: int = 4) -> History:
    history = History(store)
    history.create(Created(settings()), "Ann", 0.0)
    history.do(lambda _: [Registered(entries(teams))], "Ann", 1.0)
    return history


def test_the_stored_events_of_a_tournament_are_read_when_its_history_is_opened_again(store: Store) -> None:
    history = begun(store)
    history.do(actions.pair, "Ann", 2.0)
    again = History(store)
    assert again.now == history.now
    assert [(one.n, one.at, one.by) for one in again.events][:2] == [(1, 0.0, "Ann"), (2, 1.0, "Ann")]


def test_a_store_holds_at_most_one_open_tournament(store: Store) -> None:
    with pytest.raises(EventError, match="jokerboard tournament new"):
        _ = History(store).now
    begun(store)
    with pytest.raises(EventError, match="holds Spring Cup, which is not closed"):
        History(store).create(Created(settings()), "Bo", 0.0)


def test_two_open_histories_of_one_store_read_each_others_events(store: Store) -> None:
    ann, bo = begun(store), History(store)
    bo.do(lambda _: [Withdrawn(1)], "Bo", 2.0)
    after = ann.do(actions.pair, "Ann", 3.0)
    assert after.rounds[0].byes
    assert not ann.refresh()
    assert bo.refresh()
    assert bo.now == ann.now


def test_an_action_is_checked_again_if_another_director_wrote_first(store: Store) -> None:
    ann, bo = begun(store), History(store)
    asked: list[int] = []

    def withdraw(now: Tournament) -> Sequence[Event]:
        asked.append(now.version)
        if len(asked) == 1:
            bo.do(lambda _: [Withdrawn(1)], "Bo", 2.0)
        return [Withdrawn(2)]

    after = ann.do(withdraw, "Ann", 3.0)
    assert asked == [2, 3]
    assert [team.number for team in after.present()] == [3, 4]


def test_an_action_is_refused_if_another_director_always_writes_first(store: Store) -> None:
    ann, bo = begun(store), History(store)

    def withdraw(now: Tournament) -> Sequence[Event]:
        gone = now.team(1).withdrawn
        bo.do(lambda _: [Withdrawn(1)] if not gone else [_returned()], "Bo", 2.0)
        return [Withdrawn(2)]

    with pytest.raises(OvertakenError, match="other directors changed"):
        ann.do(withdraw, "Ann", 3.0)


def _returned() -> Event:
    from jokerboard.tournament.event.team_events import Returned

    return Returned(1)


def test_an_impossible_event_is_refused_and_not_stored(store: Store) -> None:
    history = begun(store)
    with pytest.raises(EventError, match="no round is paired yet"):
        history.do(lambda _: [Withdrawn(1), Paused(1)], "Ann", 2.0)
    assert len(store.events()) == 2
    assert len(history.now.present()) == 4


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no json", "the entry is no event"),
        ("[]", "the entry is no event"),
        ('{"at":1,"by":"x","event":{"kind":"bang"}}', "no kind of event is called 'bang'"),
        ('{"at":1,"by":"x","event":{"kind":"paused","round":1}}', "paused: no round is paired yet"),
    ],
)
def test_an_entry_of_a_tournaments_log_that_is_no_valid_event_is_reported(
    store: Store, text: str, why: str
) -> None:
    begun(store)
    store.append_event(text, 2)
    with pytest.raises(EventError, match=f"entry 3.*{why}"):
        History(store)


class Forged:
    """A log of the store in which one entry was changed by other means than the store."""

    def __init__(self, entries: list[Line]) -> None:
        self.entries = entries

    def events(self, after: int = 0) -> list[Line]:
        return self.entries[after:]

    def append_events(self, texts: Sequence[str], after: int) -> list[Line] | None:
        raise AssertionError("nobody appends here")


def test_a_changed_or_missing_entry_of_a_tournaments_log_is_reported(store: Store) -> None:
    begun(store)
    good = store.events()
    changed = json.dumps(json.loads(good[1].text) | {"by": "Mallory"})
    forged = Forged([good[0], Line(2, changed, good[1].hash)])
    with pytest.raises(EventError, match="entry 2 of the tournament's log is not as it was written"):
        History(forged)
    missing = Forged([Line(2, good[1].text, chained("0" * 64, good[1].text))])
    with pytest.raises(EventError, match="entry 2"):
        History(missing)


def test_an_events_time_is_stored_in_utc() -> None:
    assert iso(0.0) == "1970-01-01T00:00:00Z"


def test_the_start_of_a_round_is_stored_as_one_event(store: Store) -> None:
    history = begun(store)
    history.do(actions.pair, "Ann", 2.0)
    history.do(lambda now: actions.start(now), "Ann", 3.0)
    assert isinstance(history.events[-1].event, RoundStarted)
