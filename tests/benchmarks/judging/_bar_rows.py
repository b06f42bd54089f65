"""The rows of the referee's accuracy table: the games of each row, its measures and their limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import RULES
from tests.simulated_games.failure_files import Recorder
from tests.simulated_games.game import simulate
from tests.simulated_games.people.habits import Habits
from tests.simulated_games.table_state import Deck, Options, faults_named
from tests.simulated_games.tally import Histogram, Tally

PART = 2_500
"""The most turns of a job. Short jobs keep every process busy until the end of the run."""


@dataclass(frozen=True, slots=True)
class Share:
    """A measure: at most one of `must` cases may fail, and at most one of `aim` cases should fail."""

    name: str
    count: Callable[[Tally], int]
    cases: Callable[[Tally], int]
    must: float
    aim: float
    rules: str | None = None
    """The rule set whose games count; None: all rule sets."""


@dataclass(frozen=True, slots=True)
class Row:
    """Games to play, and their measures; `turns` is the number of turns for each seed at full scale."""

    name: str
    turns: int
    shares: tuple[Share, ...]
    players: tuple[int, ...] = (4,)
    cards: CardsMode = "seat"
    habits: str = "all"
    faults: tuple[str, ...] = ("none",)
    deck: Deck = "rich"


@dataclass(frozen=True, slots=True)
class Job:
    """A part of a row that a process plays; its failures are written into the folder `record`."""

    row: str
    options: Options
    turns: int
    record: Path | None


@dataclass(slots=True)
class Played:
    """The counts of a row's jobs, by rule set and in total."""

    all: Tally = field(default_factory=Tally)
    by_rules: dict[str, Tally] = field(default_factory=dict)

    def add(self, rules: str, tally: Tally) -> None:
        """Add the counts of one job."""
        self.all.add(tally)
        self.by_rules.setdefault(rules, Tally()).add(tally)

    def of(self, rules: str | None) -> Tally:
        """The counts of a rule set; None: of all."""
        return self.all if rules is None else self.by_rules.get(rules, Tally())


def turns(tally: Tally) -> int:
    """The number of turns."""
    return tally.turns


def wrong(tally: Tally) -> int:
    """The number of plays for which the referee recorded another play."""
    return tally.wrong


def asked(tally: Tally) -> int:
    """The number of turns in which the referee asked which play it was."""
    return tally.asked


def _failed(tally: Tally) -> int:
    return tally.wrong + tally.missed + tally.closed.late + tally.open.late + tally.alarms.total()


def _late(name: str, must: float, text: str) -> Share:
    """The measure of verdicts that come later than docs/formats.md allows for the kind `name`."""

    def histogram(tally: Tally) -> Histogram:
        found: Histogram = getattr(tally, name)
        return found

    return Share(text, lambda t: histogram(t).late, lambda t: sum(histogram(t).counts), must, must)


NEVER = 1e9
"""A limit of one in this many cases means that no case may fail."""

_ACCIDENT = (
    Share("wrong + missing + late + alarms", _failed, turns, 200, 500),
    Share("good sensors accused", lambda t: t.faults["WRONGLY"], turns, 1_000, 5_000),
)
ROWS = (
    Row(
        "four",
        100_000,
        (
            Share("wrong plays", wrong, turns, 20_000, 100_000),
            Share("false alarms", lambda t: t.alarms.total(), turns, 20_000, 40_000),
            Share("not in time", lambda t: t.missed, turns, 10_000, 20_000),
            Share(
                "illegal recorded", lambda t: t.accepted.total(), lambda t: t.attempts.total(), 2_000, 4_000
            ),
            Share("asked", asked, turns, 300, 500),
            Share("asked, pegs-and-jokers", asked, turns, 120, 200, "pegs-and-jokers"),
            _late("closed", 500, "closed plays later than 50 ms"),
            _late("open", 200, "open plays later than 700 ms"),
            _late("illegal", NEVER, "illegal later than 1.8 s"),
            Share("games ended by an exception", lambda t: t.crashed, lambda t: t.games, NEVER, NEVER),
        ),
    ),
    Row("six-eight", 50_000, (Share("wrong plays", wrong, turns, 20_000, 100_000),), players=(6, 8)),
    Row(
        "one-faulty",
        20_000,
        (Share("wrong plays", wrong, turns, 2_000, 10_000),),
        faults=("stuck:1", "dead:1", "flicker:1"),
    ),
    Row(
        "three-faulty",
        20_000,
        (Share("wrong plays", wrong, turns, 500, 2_000),),
        faults=("stuck:1,dead:1,flicker:1",),
    ),
    Row(
        "accused",
        50_000,
        (
            Share("good sensors accused", lambda t: t.faults["WRONGLY"], turns, 5_000, 20_000),
            Share("wrong + missing + late + alarms", _failed, turns, 500, 1_000),
        ),
        habits="all,mild",
    ),
    Row(
        "new-habits",
        20_000,
        (Share("wrong + missing + late + alarms", _failed, turns, 500, 1_000),),
        habits="mild",
        deck="real",
    ),
    Row("no-cards", 20_000, (Share("wrong plays", wrong, turns, 500, 1_500),), cards="none"),
    Row("table-reader", 5_000, _ACCIDENT, cards="table", habits="all,mild"),
    Row("knocked", 5_000, _ACCIDENT, habits="all,knock=1"),
    Row("swept", 5_000, _ACCIDENT, habits="all,bracelet=1"),
    Row("pushed", 5_000, _ACCIDENT, habits="all,shake=1"),
    Row("late-marbles", 5_000, _ACCIDENT, habits="all,late=1,late_spot=1"),
)  # fmt: skip
"""The rows that are played. The rows `processor` and `memory` are measured by `bar` itself."""


def jobs_of(
    row: Row, seeds: tuple[str, ...], scale: float, mode: Mode, record: Path | None = None
) -> Iterator[Job]:
    """The row's jobs, which divide its turns equally among rule sets, numbers of players and faults."""
    tables = [(rules, n) for rules in RULES.values() for n in row.players if n in rules.players]
    each = max(1, round(row.turns * scale / (len(tables) * len(row.faults))))
    for seed in seeds:
        for rules, players in tables:
            for faults in row.faults:
                for part, first in enumerate(range(0, each, PART)):
                    name = f"{seed}/{row.name}/{rules.name}/{players}/{faults}/{part}"
                    options = Options(
                        rules,
                        players,
                        name,
                        row.cards,
                        mode,
                        Habits.of(row.habits),
                        faults_named(faults),
                        deck=row.deck,
                    )
                    yield Job(row.name, options, min(PART, each - first), record)


def play(job: Job) -> tuple[Job, Tally]:
    """Simulate the turns of a job; return the job with the counts of its turns."""
    recorder = None
    if job.record is not None:
        recorder = Recorder(job.record / job.options.seed.replace("/", "_").replace(":", ""), at_most=40)
    return job, simulate(job.options, job.turns, recorder)
