"""Counts of what people did and what the referee announced."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

CLOSED = (0.01, 0.02, 0.05)
OPEN = (0.05, 0.4, 0.66, 0.7)
ILLEGAL = (0.05, 1.0, 1.3, 1.8)
"""Upper ends of the bars of a histogram in seconds; the last one is the limit of docs/formats.md."""

Bars = dict[str, int]


@dataclass(slots=True)
class Histogram:
    """Counts of times, by ranges of seconds."""

    bounds: tuple[float, ...]
    counts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.counts = self.counts or [0] * (len(self.bounds) + 1)

    def add(self, seconds: float) -> None:
        """Count one time."""
        self.counts[next((i for i, b in enumerate(self.bounds) if seconds <= b + 1e-6), -1)] += 1

    @property
    def late(self) -> int:
        return self.counts[-1]

    def bars(self) -> Bars:
        """The counts, keyed by the upper end of each bar in milliseconds."""
        names = [f"<={1000 * bound:.0f} ms" for bound in self.bounds] + ["later"]
        return dict(zip(names, self.counts, strict=True))


@dataclass(slots=True)
class Tally:
    """All counts of a run of simulated games."""

    turns: int = 0
    right: int = 0
    """Turns whose true play was recorded without a question."""
    asked: int = 0
    """Turns whose true play was recorded after people answered a question."""
    discards: int = 0
    """The number of discards among `right`."""
    wrong: int = 0
    """Plays announced although the board did not support them, or still wrong at the end of the turn."""
    lookalike: int = 0
    """Plays for which docs/formats.md requires another result than people meant."""
    missed: int = 0
    """Plays that were not reported in time."""
    on_the_way: int = 0
    """Plays announced while people rested on their way to another play, and then amended or taken back."""
    too_early: int = 0
    """Those of `on_the_way` announced after a rest under half a second, with another play still possible."""
    covered: int = 0
    """Plays announced only when the next seat played, because another marble was held until then."""
    games: int = 0
    finished: int = 0
    attempts: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    unflagged: Counter[str] = field(default_factory=Counter)
    """Illegal attempts that were not announced, by kind and reason."""
    accepted: Counter[str] = field(default_factory=Counter)
    """Illegal attempts recorded as a play that their edges do not support, by kind."""
    codes: Counter[str] = field(default_factory=Counter)
    """Alarms with a code that does not apply to the attempt, by `kind -> code`."""
    alarms: Counter[str] = field(default_factory=Counter)
    """False alarms by code: nothing illegal was on the board."""
    mending: Counter[str] = field(default_factory=Counter)
    """Failures during corrections: a wrong `put_back`, or a missing `restored`."""
    faults: Counter[str] = field(default_factory=Counter)
    """The number of reports of faulty sensors, by `rightly` and `WRONGLY`."""
    helped: int = 0
    """Times the position had to be set by hand because of faulty sensors."""
    amendments: Counter[str] = field(default_factory=Counter)
    """Announced plays that people changed: `expected` were amended or taken back, `missed` were not."""
    closed: Histogram = field(default_factory=lambda: Histogram(CLOSED))
    open: Histogram = field(default_factory=lambda: Histogram(OPEN))
    illegal: Histogram = field(default_factory=lambda: Histogram(ILLEGAL))
    crashed: int = 0
    """Games that ended by an exception of the referee."""
    impossible: int = 0
    """Games that ended because the hand model did something impossible."""
    findings: list[str] = field(default_factory=list)
    """A line for each thing that went wrong."""

    @property
    def good(self) -> bool:
        """Whether there was no wrong play, no accepted illegal attempt, no false alarm and no exception."""
        return not (self.wrong or self.accepted.total() or self.alarms.total() or self.crashed)

    def failures(self) -> dict[str, int]:
        """The number of failures of each kind."""
        return {
            "wrong": self.wrong,
            "missing": self.missed,
            "late": self.closed.late + self.open.late + self.illegal.late,
            "false alarm": self.alarms.total(),
            "illegal recorded": self.accepted.total(),
            "asked": self.asked,
            "sensor accused wrongly": self.faults["WRONGLY"],
            "exception": self.crashed,
        }

    def add(self, other: Tally) -> None:
        """Add the counts of another run to the counts of this one."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            elif isinstance(mine, Histogram):
                mine.counts = [a + b for a, b in zip(mine.counts, theirs.counts, strict=True)]
            else:
                setattr(self, each.name, mine + theirs)

    def to_json(self) -> dict[str, Any]:
        counts = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            **{name: count for name, count in counts.items() if isinstance(count, int)},
            **{
                name: dict(sorted(count.items()))
                for name, count in counts.items()
                if isinstance(count, Counter)
            },
            "times": {name: count.bars() for name, count in counts.items() if isinstance(count, Histogram)},
            "failures": self.failures(),
            "findings": self.findings,
            "good": self.good,
        }

    def lines(self) -> list[str]:
        """All counts as a table to read."""
        out = [
            f"turns                     {self.turns}   ({self.games} games, {self.finished} finished)",
            f"recorded rightly          {self.right}   ({self.discards} discards)",
            f"asked, then right         {self.asked}",
            f"looks like another play   {self.lookalike}",
            f"not recorded in time      {self.missed}",
            f"WRONG PLAYS RECORDED      {self.wrong}",
            f"announced on the way      {self.on_the_way}   (too early {self.too_early})",
            f"illegal attempts          {self.attempts.total()}",
            f"  flagged                 {self.flagged.total()}",
            f"  not flagged             {self.unflagged.total()}",
            *(f"    {n:5} {what}" for what, n in self.unflagged.most_common()),
            f"  RECORDED AS PLAYS       {self.accepted.total()}",
            *(f"    {n:5} {what}" for what, n in self.accepted.most_common()),
            f"FALSE ALARMS              {self.alarms.total()}",
            *(f"    {n:5} {what}" for what, n in self.alarms.most_common()),
        ]
        for title, counter in (
            ("another code", self.codes),
            ("mending", self.mending),
            ("amendments", self.amendments),
            ("sensors reported faulty", self.faults),
        ):
            if counter:
                out += [title, *(f"    {n:5} {what}" for what, n in counter.most_common())]
        if self.crashed or self.impossible:
            out.append(f"EXCEPTIONS                {self.crashed}   (hand model {self.impossible})")
        if self.helped:
            out.append(f"set right by hand         {self.helped}")
        for title, histogram in (("closed", self.closed), ("open", self.open), ("illegal", self.illegal)):
            bars = "  ".join(f"{name}: {n}" for name, n in histogram.bars().items())
            out.append(f"time to announce, {title:8} {bars}")
        return out
