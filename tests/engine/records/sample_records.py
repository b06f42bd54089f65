"""Random game records for tests, and texts of records as mail programs change them."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from engine.cards import RANKS, Card
from engine.dealing import deal, setup_for
from engine.game import Draw, Game, Pass
from engine.geometry import board
from engine.play import Leg
from engine.records.record import (
    Drew,
    Entry,
    Event,
    Laid,
    Passed,
    Placed,
    Record,
    Reshuffled,
    as_comment,
)
from engine.records.text import parse_records
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.engine.boards import TABLES, random_position
from tests.engine.tables import random_game

BEGINNING = '[Record "1"]\n[Rules "texas"]\n[Position "{}"]\n\n'


def written(plays: str, position: str = "-/-/-/- A", tags: str = "") -> str:
    """The text of a game record with these plays by the texas rules."""
    return tags.join(BEGINNING.format(position).split("\n\n")) + f"\n\n{plays}\n"


comments = st.text(max_size=200).map(as_comment) | st.just("")
cards = st.builds(
    lambda rank, suit, copy: Card(rank, suit if rank != "X" else None, copy),
    st.sampled_from(RANKS),
    st.sampled_from([None, *"CDHS"]),
    st.none() | st.integers(1, 99),
)
laid_cards = st.one_of(
    cards.map(lambda card: (card,)),
    st.sets(st.sampled_from(RANKS), min_size=2).map(
        lambda ranks: tuple(Card(rank) for rank in RANKS if rank in ranks)
    ),
    st.just(()),
)


@st.composite
def legs(draw: st.DrawFn, sides: int) -> Leg:
    there, seat = board(sides), draw(st.integers(0, sides - 1))
    ring, seats = st.integers(0, there.ring - 1), st.integers(0, sides - 1)
    kind = draw(st.sampled_from(("ring", "start", "lane", "exchange")))
    if kind == "lane":
        return Leg(
            seat, draw(ring | st.sampled_from(there.lane(seat))), draw(st.sampled_from(there.lane(seat)))
        )
    if kind == "exchange":
        return Leg(None, draw(ring), draw(ring), exchange=True)
    pushes = tuple(draw(st.lists(seats, max_size=3)))
    source = None if kind == "start" else draw(ring)
    return Leg(seat, source, draw(ring), pushes=pushes, sent=draw(st.none() | seats))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random record; its plays need not be legal."""
    name, players, teams = draw(st.sampled_from(TABLES))
    rules = RULES[name]
    chance = Random(draw(st.integers(0, 2**32)))
    _, start = random_position(chance, rules, players, teams)
    if draw(st.booleans()):
        rules = rules.with_switches({"home_branch": "forced", "free_start_after": "3"})
    seats = st.sampled_from(start.seats)
    event: st.SearchStrategy[Event] = st.one_of(
        st.builds(Laid, seats, laid_cards, st.lists(legs(start.sides), max_size=2).map(tuple)),
        st.builds(Passed, seats),
        st.builds(Drew, seats, st.lists(cards, max_size=3).map(tuple)),
        st.just(Reshuffled()),
        st.builds(Placed, st.just(random_position(chance, rules, players, teams)[1])),
    )
    names = st.from_regex(r"\A[A-Z][a-z]{0,8}\Z").filter(lambda tag: tag not in _OWN)
    tags = draw(st.dictionaries(names, st.text(max_size=20), max_size=3))
    dealt, end = draw(st.booleans()), draw(st.sampled_from(("won", "abandoned", "*")))
    return Record(
        rules=rules,
        start=start,
        entries=tuple(draw(st.lists(st.builds(Entry, event, comments), max_size=12))),
        teams=teams,
        tags=tuple(tags.items()),
        seed=draw(st.text(max_size=8)) if dealt else None,
        dealer=draw(seats) if dealt else None,
        manual_draw=draw(st.booleans()),
        comment=draw(comments),
        winners=start.seats[:2] if end == "won" else (),
        abandoned=end == "abandoned",
    )


_OWN = ("Record", "Rules", "Title", "Set", "Teams", "Position", "Seed", "Dealer", "Draw")


def played(name: str, players: int, seed: int, turns: int, *, manual: bool = False) -> Record:
    """The record of a random game of `turns` turns."""
    setup = setup_for(table_for(RULES[name], players), f"{seed}", manual_draw=manual)
    return record_of(random_game(setup, seed, turns), (("Date", "2025-11-21"), ("A", "Ann")))


def parse_record(text: str) -> Record:
    (record,) = parse_records(text)
    return record


def record_of(game: Game, tags: tuple[tuple[str, str], ...] = ()) -> Record:
    """The game as a record, with its seed if it was dealt; otherwise the record has no hands."""
    setup, table = game.setup, game.setup.table
    dealt = game.states[0] == deal(setup)
    entries = []
    for action in game.actions:
        if isinstance(action, Draw):
            entries.append(Entry(Drew(action.seat)))
        elif isinstance(action, Pass):
            entries.append(Entry(Passed(game.states[len(entries)].position.turn)))
        else:
            entries.append(Entry(Laid(game.states[len(entries)].position.turn, (action.card,), action.legs)))
    return Record(
        rules=table.rules,
        start=game.states[0].position,
        entries=tuple(entries),
        teams=table.team_count,
        tags=tags,
        seed=setup.seed if dealt else None,
        dealer=setup.dealer if dealt else None,
        manual_draw=setup.manual_draw,
        winners=game.over or (),
    )
