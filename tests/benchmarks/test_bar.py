"""The referee's accuracy table: its jobs, and how measures are compared with limits."""

from __future__ import annotations

import pytest

from tests.benchmarks.judging import bar, strong
from tests.benchmarks.judging._bar_rows import NEVER, ROWS, Played, Row, Share, jobs_of, turns, wrong
from tests.simulated_games.tally import Tally


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_jobs_of_an_accuracy_row_play_all_turns_of_the_row_with_different_seeds(row: Row) -> None:
    jobs = list(jobs_of(row, ("a", "b"), 1.0, "play"))
    played = sum(job.turns for job in jobs)
    assert 0.99 * 2 * row.turns <= played <= 1.01 * 2 * row.turns
    assert len({job.options.seed for job in jobs}) == len(jobs)


@pytest.mark.parametrize(
    ("count", "cases", "reached"),
    [(0, 100, "aim"), (0, 0, "-"), (1, 400, "aim"), (1, 300, "must"), (2, 400, "must"), (3, 400, "NO")],
)
def test_a_share_of_errors_is_rated_by_the_strictest_limit_that_it_keeps(
    count: int, cases: int, reached: str
) -> None:
    row = Row("r", 1, (Share("wrong", wrong, turns, 200, 400),))
    played = Played()
    played.add("texas", Tally(turns=cases, wrong=count))
    (line,) = bar._measured(row, played)
    assert line[-1] == reached
    assert line[2].startswith(f"{count} in {cases}")


def test_one_failure_exceeds_a_limit_of_no_failures() -> None:
    row = Row("r", 1, (Share("wrong", wrong, turns, NEVER, NEVER),))
    played = Played()
    played.add("texas", Tally(turns=10**6, wrong=1))
    (line,) = bar._measured(row, played)
    assert (line[-1], line[3]) == ("NO", "none")


def test_a_small_accuracy_benchmark_prints_a_table_of_rows_and_measures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = bar.main(["--scale", "0.0005", "--rows", "no-cards", "--jobs", "1", "--seeds", "t"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:2] == ["row", "measure"]
    assert lines[2].startswith("no-cards")
    assert code in (0, 1)


def test_an_unknown_row_of_the_accuracy_table_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bar.main(["--rows", "luck"])
    assert "no row is called luck" in capsys.readouterr().err


def test_the_times_of_the_referees_steps_are_measured_with_a_strong_habit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("PASSES", "TURNS", "A_GAME"):
        monkeypatch.setattr(strong, name, 1)
    assert len(strong.steps("all,knock=1", 1)) > 5
    assert strong.yardstick() > 0
