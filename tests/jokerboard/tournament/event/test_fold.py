"""Events in their order: an impossible event is refused with a sentence and changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.codec import KINDS
from jokerboard.tournament.event.events import (
    Changed,
    Closed,
    Created,
    Event,
    PrizesSet,
    Stamped,
    TablesLinked,
    apply,
    fold,
    from_json,
    kind_of,
    to_json,
)
from jokerboard.tournament.event.model import (
    ByeRequest,
    Entry,
    How,
    Match,
    Penalty,
    Result,
    Settings,
    Source,
    Stage,
    System,
    Tournament,
)
from jokerboard.tournament.event.round_events import (
    Corrected,
    Extended,
    PairingCancelled,
    PairingChanged,
    Paused,
    ResultTaken,
    Resumed,
    RoundPaired,
    RoundStarted,
    TimeOut,
)
from jokerboard.tournament.event.team_events import (
    ByeCancelled,
    ByeRequested,
    Drawn,
    KeptApart,
    LateEntry,
    LetMeet,
    Penalized,
    Registered,
    RegistrationUndone,
    Renamed,
    Returned,
    Withdrawn,
)
from jokerboard.tournament.paper.text import event_text
from tests.jokerboard.tournament.event.tournaments import (
    by_chance,
    entries,
    make,
    paired,
    played,
    run,
    settings,
    then,
)


def stamped(*events: Event) -> list[Stamped]:
    return [Stamped(n, 0.0, "test", event) for n, event in enumerate(events, 1)]


def begun() -> Tournament:
    return then(paired(make(4)), RoundStarted(1), at=1000.0)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Created(settings()), "is not closed"),
        (Registered(entries(1, first=9)), "late entry"),
        (LateEntry((Entry("Team 1", ("X", "Y")),)), "two teams are called Team 1"),
        (LateEntry((Entry("TEAM  2", ("X", "Y")),)), "two teams are called TEAM  2"),
        (LateEntry((Entry("New", ("X", "ann 3")),)), "ann 3 plays for Team 3 already"),
        (LateEntry((Entry("New", ("X",)),)), "New has 1 of the 2 players who sit at a table"),
        (Returned(1), "Team 1 has not withdrawn"),
        (Withdrawn(9), "no team number 9; the numbers are 1 to 4"),
        (Drawn((4, 3, 2, 1)), "the lots stay"),
        (RoundPaired(2, (), ()), "round 1 is not over: tables 1, 2 are without a result"),
        (PairingCancelled(1, "oops"), "has been started; its pairing stays"),
        (RoundStarted(1), "has been started already: running"),
        (RoundStarted(2), "round 2 is not the newest round"),
        (Resumed(1), "no paused clock"),
        (
            ResultTaken(1, 7, Result(((1,), (2,)), How.PLAYED)),
            "no table 7; its tables are 1 to 2",
        ),
        (
            ResultTaken(1, 1, Result(((1,), (2,)), How.PLAYED)),
            "must name each of its teams once",
        ),
        (
            ResultTaken(1, 1, Result(((), (1,), (3,)), How.PLAYED)),
            "a place of the result has no team",
        ),
        (Corrected(1, 1, None, ""), "needs a reason"),
        (Corrected(1, 1, None, "so"), "no result yet"),
        (Corrected(3, 1, None, "so"), "no round 3 yet"),
        (Penalized(Penalty(1, 0, "late")), "1 to 1000 points"),
        (Penalized(Penalty(1, 2, " ")), "needs a reason"),
        (
            Penalized(Penalty(1, -2, "late")),
            "Team 1 has no penalty of 2 points that could be taken back",
        ),
        (TablesLinked(((1, "a"), (1, "b"))), "number 1 is given twice"),
        (TablesLinked(((1, "a"), (2, "a"))), "name a is given twice"),
        (Changed(settings(System.ROUND_ROBIN)), "the system and the teams at a table stay"),
        (Changed(settings(teams=3)), "the system and the teams at a table stay"),
    ],
)
def test_an_impossible_event_of_a_tournament_is_refused_with_the_reason(event: Event, why: str) -> None:
    with pytest.raises(EventError, match=why):
        then(begun(), event)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (LateEntry((Entry("New", ("X", "Y")),)), "register the team"),
        (Drawn((1, 2, 2, 4)), "exactly once"),
        (RoundPaired(2, (), ()), "the next round is 1, not 2"),
        (RoundPaired(1, (Match(1, (1, 2)),), ()), "each playing team exactly once"),
        (RoundPaired(1, (Match(1, (1, 2)), Match(3, (3, 4))), ()), "numbered 1, 2, 3"),
        (RoundPaired(1, (Match(1, (1, 2)),), (3, 3, 4)), "each playing team"),
        (
            RoundPaired(1, (Match(1, (1, 2), Result(((1,), (2,)), How.TIME)),), (3, 4)),
            "must not contain results",
        ),
        (RoundStarted(1), "no round is paired yet"),
        (TimeOut(1), "no round is paired yet"),
    ],
)
def test_an_event_impossible_before_the_first_round_is_refused(event: Event, why: str) -> None:
    with pytest.raises(EventError, match=why):
        then(make(4), event)


def test_a_pairing_with_a_team_that_does_not_play_is_refused_in_a_round_robin() -> None:
    now = make(4, System.ROUND_ROBIN)
    with pytest.raises(EventError, match="a team twice, nor a team that does not play"):
        then(now, RoundPaired(1, (Match(1, (1, 9)),), ()))


def test_a_pairing_can_be_cancelled_before_its_round_has_started() -> None:
    now = then(paired(make(4)), PairingCancelled(1, "Team 4 is not here"), Withdrawn(4))
    assert now.rounds == ()
    assert paired(now).rounds[0].byes == (3,)


def test_a_round_is_paired_running_paused_running_out_of_time_and_over_in_this_order() -> None:
    now = paired(make(4))
    stages = [now.rounds[0].stage]
    for at, event in (
        (10.0, RoundStarted(1)),
        (20.0, Paused(1)),
        (25.0, Resumed(1)),
        (40.0, TimeOut(1)),
    ):
        now = then(now, event, at=at)
        stages.append(now.rounds[0].stage)
    for match in now.rounds[0].matches:
        now = then(now, *actions.enter(now, match.table, by_chance(1)(match)))
    assert [*stages, now.rounds[0].stage] == [
        Stage.PAIRED, Stage.RUNNING, Stage.PAUSED, Stage.RUNNING, Stage.TIME_OUT, Stage.OVER
    ]  # fmt: skip


def test_a_result_is_corrected_only_with_a_reason_and_taken_away_only_before_the_next_pairing() -> None:
    now = played(paired(make(4)), by_chance(3))
    match = now.rounds[0].matches[0]
    with pytest.raises(EventError, match="has a result; to change it, give a reason"):
        actions.enter(now, 1, actions.by_order(match, [match.teams]))
    open_again = then(now, *actions.enter(now, 1, None, "the wrong table"))
    assert open_again.rounds[0].missing() == (1,)
    now = paired(now)
    with pytest.raises(EventError, match="round 2 is paired by that result"):
        then(now, *actions.enter(now, 1, None, "the wrong table", round=1))
    equal = actions.by_order(match, [match.teams])
    now = then(now, *actions.enter(now, 1, equal, "both slips were right", round=1))
    kept = now.rounds[0].matches[0].result
    assert kept is not None
    assert (kept.places, kept.reason) == ((match.teams,), "both slips were right")
    with pytest.raises(EventError, match="is the result of table 1 already"):
        actions.enter(now, 1, equal, "both slips were right", round=1)


def test_a_change_of_settings_that_contradicts_paired_rounds_or_registered_teams_is_refused() -> None:
    now = run(make(4, rounds=3), 2, seed=1)
    assert then(now, Changed(settings(rounds=7))).settings.rounds == 7
    with pytest.raises(EventError, match="2 rounds have been paired; the tournament cannot have 1"):
        then(now, Changed(settings(rounds=1)))
    with pytest.raises(EventError, match="Team 1 has 2 of the 3 players who sit at a table"):
        then(make(4), Changed(Settings("Cup", players=6, teams=2, rules="own-deck")))


def test_a_team_cannot_be_renamed_to_another_teams_name() -> None:
    now = begun()
    assert then(now, Renamed(1, Entry("Foxes", ("Ann", "Bo")))).team(1).name == "Foxes"
    with pytest.raises(EventError, match="two teams are called Team 2"):
        then(now, Renamed(1, Entry("Team 2", ("Ann", "Bo"))))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"name": "  "}, "needs a name"),
        ({"teams": 4, "players": 8}, "two or three teams"),
        ({"players": 5}, "5 players cannot form 2 equal teams"),
        ({"rules": "chess"}, "no rule set is called 'chess'"),
        ({"rounds": 0}, "1 to 99 rounds"),
        ({"minutes": -1}, "0 .no clock. to 1440 minutes"),
        ({"rules": "texas", "players": 8}, "texas is for 4, 6 players, not 8"),
    ],
)
def test_impossible_settings_of_a_tournament_are_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Settings(**({"name": "Cup"} | fields))  # type: ignore[arg-type]


def test_the_first_impossible_event_of_a_tournaments_log_is_reported() -> None:
    with pytest.raises(EventError, match="entry 2, paused: no round is paired yet"):
        fold(stamped(Created(settings()), Paused(1)))
    with pytest.raises(EventError, match="first event of a tournament must create it"):
        fold(stamped(Paused(1)))
    with pytest.raises(EventError, match="no tournament here yet"):
        fold([])


EVERY_EVENT = (
    Created(settings()),
    Changed(settings(rounds=9)),
    Registered(entries(2)),
    LateEntry((Entry("Late", ("Müller", "O'Neill"), 'Club; "x"', 7),)),
    Renamed(1, Entry("A", ("B",))),
    Withdrawn(1, "ill"),
    Returned(1),
    Drawn((2, 1)),
    RoundPaired(1, (Match(1, (1, 2)),), (3,), ("a note",)),
    PairingCancelled(1, "why"),
    PairingChanged(1, (Match(1, (1, 3)),), (2,), "a lift", ("a note",)),
    KeptApart((1, 2), "sisters"),
    LetMeet((1, 2)),
    RoundStarted(1, (Source("t1", "ab", 4),)),
    Paused(1),
    Resumed(1),
    Extended(1, -5, "fire alarm"),
    TimeOut(1),
    ResultTaken(1, 1, Result(((1,), (2,)), How.PLAYED, source=Source("t1", "ab", 5))),
    Corrected(1, 1, Result((), How.FORFEIT, absent=(1, 2)), "nobody came"),
    Corrected(1, 1, None, "the wrong table"),
    Penalized(Penalty(1, 2, "late", "ab")),
    TablesLinked(((1, "t1"),)),
    PrizesSet(("Cup", "Cake")),
    RegistrationUndone("the wrong list"),
    ByeRequested(ByeRequest(2, 1), "a wedding"),
    ByeCancelled(2),
    Closed(),
)


@pytest.mark.parametrize("event", EVERY_EVENT, ids=kind_of)
def test_an_event_converted_to_json_and_back_is_unchanged(event: Event) -> None:
    assert from_json(to_json(event)) == event


@pytest.mark.parametrize("event", EVERY_EVENT, ids=kind_of)
def test_every_event_of_a_tournament_has_a_one_line_text(event: Event) -> None:
    sentence = event_text(make(3), event)
    assert sentence
    assert "(" not in sentence.partition("(corrected")[0].partition("(absent")[0]
    assert "\n" not in sentence


def test_the_tests_examples_of_events_contain_every_kind_of_event() -> None:
    assert {type(event) for event in EVERY_EVENT} == set(KINDS.values())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"kind": "exploded"}, "no kind of event is called 'exploded'"),
        ([], "no kind of event is called None"),
        ({"kind": ["x"]}, "no kind of event"),
        ({"kind": "withdrawn"}, "Withdrawn lacks its team"),
        ({"kind": "withdrawn", "team": "1"}, "Withdrawn team must be a int, not '1'"),
        ({"kind": "withdrawn", "team": True}, "Withdrawn team must be a int"),
        ({"kind": "withdrawn", "team": 1, "size": 3}, "no field 'size'"),
        ({"kind": "drawn", "order": 3}, "must be a list, not '3'"),
        ({"kind": "tables", "links": [[1]]}, "must be a list of 2, not of 1"),
        ({"kind": "renamed", "team": 1, "entry": []}, "must be an object, not"),
        (
            {"kind": "created", "settings": {"name": "x", "system": "knock-out"}},
            "must be one of swiss, round-robin",
        ),
        ({"kind": "created", "settings": {"name": "x", "system": []}}, "must be one of swiss, round-robin"),
    ],
)
def test_malformed_json_of_an_event_is_refused_with_the_faulty_field(data: object, why: str) -> None:
    with pytest.raises(EventError, match=why):
        from_json(data)


@given(st.integers(0, 2**32))
def test_a_tournament_computed_from_the_json_of_its_events_is_equal(seed: int) -> None:
    kept: list[Stamped] = []
    now = apply(None, Stamped(1, 0.0, "a", Created(settings(rounds=3))))
    kept.append(Stamped(1, 0.0, "a", Created(settings(rounds=3))))
    for event in (
        Registered(entries(5)),
        *actions.pair(then(now, Registered(entries(5)))),
    ):
        one = Stamped(len(kept) + 1, 1.5, "a", event)
        kept.append(one)
        now = apply(now, one)
    luck = by_chance(seed)
    for match in now.rounds[0].matches:
        if now.rounds[0].started is None:
            kept.append(Stamped(len(kept) + 1, 2.0, "a", RoundStarted(1)))
            now = apply(now, kept[-1])
        kept.append(Stamped(len(kept) + 1, 3.0, "a", *actions.enter(now, match.table, luck(match))))
        now = apply(now, kept[-1])
    again = [Stamped(one.n, one.at, one.by, from_json(to_json(one.event))) for one in kept]
    assert fold(again) == now
