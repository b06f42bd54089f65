"""Every printed total is the sum of its printed parts, whatever happens in the tournament."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from html import unescape
from io import StringIO

import pytest

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Created, Event, Stamped, apply
from jokerboard.tournament.event.history import Past
from jokerboard.tournament.event.model import (
    ByeRequest,
    Entry,
    Penalty,
    Settings,
    Stage,
    System,
    Tournament,
)
from jokerboard.tournament.event.round_events import RoundStarted
from jokerboard.tournament.event.standings import reached, standings
from jokerboard.tournament.event.team_events import ByeRequested, KeptApart, Penalized, Registered, Withdrawn
from jokerboard.tournament.pairing import by_hand
from jokerboard.tournament.paper import export, sheets, text
from tests.examples import some

Happened = list[Tournament]


def happened(seed: int) -> Happened:
    """The states of a random tournament after each of its events."""
    chance = random.Random(seed)
    system = chance.choice(list(System))
    of = 2 if system is System.ROUND_ROBIN else chance.choice((2, 2, 3))
    settings = Settings("Cup", system, teams=of, players=2 * of, rounds=4)
    states: Happened = []

    def do(*some_events: Event) -> None:
        for event in some_events:
            before = states[-1] if states else None
            states.append(apply(before, Stamped(len(states) + 1, float(len(states)), "Dora", event)))

    do(Created(settings))
    teams = chance.randint(of + 2, 8)
    do(Registered(tuple(Entry(f"T{k}", (f"a{k}", f"b{k}")) for k in range(1, teams + 1))))
    for _ in range(3):
        now = states[-1]
        if system is System.SWISS and chance.random() < 0.6:
            team = chance.choice([one.number for one in now.present()])
            do(ByeRequested(ByeRequest(team, chance.randint(0, 2)), "a train"))
        if len(now.present()) > of + 2 and chance.random() < 0.3:
            do(Withdrawn(chance.choice([one.number for one in now.present()]), ""))
        if system is System.SWISS and chance.random() < 0.4:
            do(KeptApart(tuple(chance.sample(range(1, teams + 1), 2)), f"round {len(now.rounds)}"))
        do(*actions.pair(states[-1]))
        if system is System.SWISS and chance.random() < 0.5:
            one, other = chance.sample([t for match in states[-1].rounds[-1].matches for t in match.teams], 2)
            do(by_hand.exchange(states[-1], one, other, "a lift"))
        do(RoundStarted(len(states[-1].rounds)))
        _play(states, do, chance)
    return states


def _play(states: Happened, do, chance: random.Random) -> None:  # type: ignore[no-untyped-def]
    here = states[-1].rounds[-1]
    for match in here.matches:
        if chance.random() < 0.3:
            team = chance.choice(states[-1].teams).number
            do(Penalized(Penalty(team, chance.randint(1, 3), "slow")))
        order = list(match.teams)
        chance.shuffle(order)
        made = chance.choice(
            (
                actions.by_order(match, [(one,) for one in order]),
                actions.by_order(match, [match.teams]),
                actions.forfeit(match, order[:1]),
                actions.forfeit(match, order),
            )
        )
        do(*actions.enter(states[-1], match.table, made))


def number(cell: str) -> int:
    """The number in a printed cell; 0 for an empty one."""
    return int(cell or 0)


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_every_printed_total_of_points_is_the_sum_of_its_printed_parts(seed: int) -> None:
    for now in happened(seed):
        points = {now.team(row.team).name: row.points for row in standings(now)}

        rows = list(csv.DictReader(StringIO(export.standings_csv(Past(now, [])).lstrip("\ufeff"))))
        for row in rows:
            parts = int(row["tables"]) + int(row["byes"]) + int(row["left_out"]) - int(row["penalty"])
            assert (int(row["points"]), points[row["team"]]) == (parts, parts)
        for one in export.standings_json(now):
            parts = one["tables"] + one["byes"] + one["left_out"] - one["penalty"]
            assert one["points"] == parts

        total: Counter[str] = Counter()
        for row in csv.DictReader(StringIO(export.results_csv(Past(now, [])).lstrip("\ufeff"))):
            total[row["team"]] += number(row["points"])
        assert {name: total[name] for name in points} == points

        page = sheets.sheet(now, "crosstable", None, 0.0, styles="x")
        lines = re.findall(r"<tr><td class=\"figure\">\d.*?</tr>", page, re.DOTALL)
        assert len(lines) == len(points)
        for line in lines:
            name = unescape(re.findall(r"<strong>(.*?)</strong>", line)[0])
            cells = re.findall(r"<td class=\"figure\">(.*?)</td>", line)[1:]
            rounds = reached(now)[1]
            of_rounds = [number(one) for cell in cells[:rounds] for one in re.findall(r"<b>(.*?)</b>", cell)]
            others = [number(cell) for cell in cells[rounds:-2]]
            assert sum(of_rounds) + sum(others) == points[name], line

        for line in text.standing(now)[1 : 1 + len(points)]:
            name = next(one for one in line.split() if one in points)
            assert f" {points[name]} " in line


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_a_bye_counts_in_the_standings_only_once_its_round_is_over(seed: int) -> None:
    for now in happened(seed):
        here = now.round
        if here is None or here.stage is Stage.OVER:
            continue
        before = {row.team: row.byes for row in standings(now, here.number - 1)}
        assert {row.team: row.byes for row in standings(now)} == before


@pytest.mark.parametrize("seed", some(range(60), 8))
def test_later_events_do_not_change_the_standings_after_an_earlier_round(seed: int) -> None:
    """Later rounds, penalties and results do not change the standings after an earlier round."""
    states = happened(seed)
    if states[-1].settings.system is System.ROUND_ROBIN:
        return  # In a round robin, the earlier results of a withdrawn team may stop counting.
    for now in states:
        state, at = reached(now)
        if state in ("after", "final"):
            then = [(row.team, row.points) for row in standings(now)]
            later = next((one for one in states if len(one.rounds) > at), None)
            if later is not None:
                assert then == [(row.team, row.points) for row in standings(later, at)] or any(
                    one.round == at for one in later.penalties if one not in now.penalties
                )


def test_a_round_that_is_paired_but_not_started_is_not_in_the_standings() -> None:
    states = happened(3)
    now = next(one for one in states if len(one.rounds) == 2 and one.rounds[1].stage is Stage.PAIRED)
    assert reached(now) == ("after", 1)
    assert "after round 1" in sheets.sheet(now, "standings", None, 0.0, styles="x")
    assert "after round 1" in sheets.sheet(now, "crosstable", None, 0.0, styles="x")


@pytest.mark.parametrize(
    ("home", "to_go", "why"),
    [
        ((99, 3), (0, 10), r"T\d has 10 marbles, and 99 cannot be home"),
        ((3, 2), (9999, 10), r"T\d cannot have 9999 holes to go"),
        ((10, 10), (0, 0), "cannot both have all 10 marbles home"),
    ],
)
def test_a_result_slip_with_impossible_counts_is_refused(
    home: tuple[int, ...], to_go: tuple[int, ...], why: str
) -> None:
    now = next(one for one in happened(2) if one.rounds and one.rounds[0].started is not None)
    match = now.rounds[0].matches[0]
    with pytest.raises(EventError, match=why):
        actions.enter(now, match.table, actions.by_marbles(match, home, to_go))


def test_the_counted_marbles_of_a_table_are_kept_when_its_winner_is_corrected() -> None:
    now = next(one for one in happened(2) if one.rounds and one.rounds[0].started is not None)
    match = now.rounds[0].matches[0]
    (taken,) = actions.enter(now, match.table, actions.by_marbles(match, (7, 5), (10, 20)))
    now = apply(now, Stamped(99, 1.0, "Dora", taken))
    match = now.rounds[0].match(match.table)
    corrected = actions.by_winner(match, [match.teams[1]])
    assert corrected.places[0] == (match.teams[1],)
    assert [one.home for one in corrected.counts] == [7, 5]
