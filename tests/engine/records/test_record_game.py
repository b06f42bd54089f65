"""Game records: judged play by play, converted from games and back, counted in statistics."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dealing import setup_for
from engine.errors import RecordError
from engine.game import Draw, begin
from engine.geometry import seat_letter
from engine.position import Position, board_text
from engine.records.record import Entry, Laid, Passed, Placed, Record, Reshuffled
from engine.records.recorded_game import game_of, judge
from engine.records.statistics import stats
from engine.records.text import print_record
from engine.rules.rule_sets import RULES
from engine.table import table_for
from engine.violation import Code
from tests.engine.boards import TABLES
from tests.engine.records.sample_records import parse_record, played, record_of, written
from tests.engine.tables import moment, random_game
from tests.examples import examples


def fault(plays: str, position: str = "-/-/-/- A", tags: str = "") -> tuple[int, str]:
    """The line and text of the first fault in a record of these plays; (0, "") if there is none."""
    found = judge(parse_record(written(plays, position, tags))).fault
    return (found.line, found.text) if found else (0, "")


@examples(30)
@given(
    st.sampled_from([(name, players, teams) for name, players, teams in TABLES]),
    st.integers(0, 999),
    st.integers(0, 60),
    st.booleans(),
)
def test_a_game_converted_to_a_record_and_back_is_equal(
    table: tuple[str, int, int | None], seed: int, turns: int, manual: bool
) -> None:
    setup = setup_for(table_for(RULES[table[0]], *table[1:]), f"{seed}", manual_draw=manual)
    game = random_game(setup, seed, turns)
    record = parse_record(print_record(record_of(game)))
    assert game_of(record) == game
    judged = judge(record)
    assert judged.fault is None
    assert judged.positions == tuple(state.position for state in game.states)


def test_a_game_whose_players_never_draw_by_hand_is_recorded_with_their_passes() -> None:
    record = played("texas", 4, 1, 40, manual=True)
    assert Passed in {type(entry.event) for entry in record.entries}
    game = game_of(record)
    assert record_of(game, record.tags) == record
    late = game.back(len(game.actions) - 1)
    drawn = late.do(Draw(game.states[0].position.turn))
    assert game_of(record_of(drawn)) == drawn


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_record_without_a_seed_is_judged_by_its_plays_alone(name: str) -> None:
    record = replace(played(name, 4, 3, 2_000), seed=None, dealer=None)
    judged = judge(record)
    assert judged.fault is None
    assert record.winners == record.table.winner(judged.position) != ()
    entry = record.entries[40]
    assert isinstance(entry.event, Laid)
    entries = (*record.entries[:40], Entry(replace(entry.event, seat=entry.event.seat ^ 1)))
    assert judge(replace(record, entries=entries, winners=())).fault is not None


def test_a_game_begun_from_a_given_position_is_recorded_without_a_seed() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "5H#1"})
    record = record_of(game)
    assert record.seed is None
    with pytest.raises(RecordError, match="without a Seed"):
        game_of(record)


@pytest.mark.parametrize(
    ("plays", "line", "text"),
    [
        ("A: KH As-A8\nB: 9C --\n*", 0, ""),
        ("A: KH As-A8\nC: 9C --\n*", 6, "it is B's turn, not C's"),
        ("A: KH As-A8\nB: 7H Bs-B8\n*", 6, "START"),
        ("A: KH As-A8\nB: KC --\n*", 6, "must"),
        ("A: KH As-A8\nB: 23 --\n*", 0, ""),
        ("A: TJQK As-A8\nB: ? --\nC: ? Cs-C8\nD: 23 Ds-D8\n*", 8, "START"),
        ("A: TJQK As-A8 B: pass C: draw KH reshuffle C: KH Cs-C8\n*", 0, ""),
        ("position A8/-/-/- B {ruled}\nB: KX Bs-A8xA\nwon AC", 6, "A and C cannot have won"),
    ],
)
def test_the_first_fault_of_a_record_is_reported_with_its_line(plays: str, line: int, text: str) -> None:
    found = fault(plays)
    assert found[0] == line
    assert text in found[1]


HOME = "h1,h2,h3,h4,h5/-/h2,h3,h4,h5,C3/- C"


def test_the_winners_in_a_record_must_agree_with_the_marbles() -> None:
    assert fault("C: A C3-Ch1\nwon AC", HOME) == (0, "")
    assert fault("C: A C3-Ch1\n*", HOME) == (5, "A and C won, and the record does not say so")
    assert fault("C: A C3-Ch1\nwon BD", HOME) == (5, "A and C won, not B and D")
    assert fault("C: A C3-Ch1\nD: pass\nwon AC", HOME) == (6, "the game is over: A and C won")
    assert fault("C: A C3-Ch1 draw\nwon AC".replace(" draw", "\nD: draw"), HOME) == (0, "")


def test_a_free_start_in_a_record_needs_the_discards_that_grant_it() -> None:
    tags = '\n[Set "free_start_after=3"]'
    turns = "A: 5H -- B: ? -- C: ? -- D: ? --\n"
    assert fault(f"{turns * 2}A: 9C As-A8\n*", tags=tags) == (0, "")
    assert fault(f"{turns}A: 9C As-A8\n*", tags=tags)[0] == 7


def test_a_record_with_a_seed_is_judged_by_the_hands_dealt_from_the_seed() -> None:
    record = played("texas", 4, 5, 30)
    first = record.entries[0]
    assert isinstance(first.event, Laid)
    seat = first.event.seat
    letter = seat_letter(seat)

    def wrong(event: Laid | Passed | Placed) -> str:
        found = judge(replace(record, entries=(Entry(event, line=9),))).fault
        assert found
        assert found.line == 9
        with pytest.raises(RecordError, match="line 9: "):
            game_of(replace(record, entries=(Entry(event, line=9),)))
        return found.text

    known = replace(record, entries=(Entry(Reshuffled()), *record.entries))
    assert game_of(known) == game_of(record)
    assert wrong(Passed(seat)) == f"{letter} holds a card, and so cannot pass"
    assert "turn" in wrong(Passed(seat ^ 1))
    assert "turn" in wrong(Laid(seat ^ 1, first.event.cards))
    assert "every card is known" in wrong(Laid(seat, ()))
    assert "takes no positions" in wrong(Placed(record.start))
    with pytest.raises(RecordError, match="dealt from its seed"):
        judge(replace(record, start=Position.parse("A8/-/-/- A")))


def test_discarding_in_a_record_while_a_dealt_card_must_be_played_has_the_code_must_play() -> None:
    game = begin(setup_for(table_for(RULES["texas"]), "some seed"))
    while not any(card.rank in "AJQK" for card in game.hand):
        game = begin(setup_for(table_for(RULES["texas"]), game.setup.seed + "."))
    other = next(card for card in game.hand if card.rank not in "AJQK")
    record = replace(record_of(game), entries=(Entry(Laid(game.turn, (other,))),))
    found = judge(record).fault
    assert found
    assert found.code is Code.MUST_PLAY
    assert judge(replace(record, seed=None, dealer=None)).fault is None


def test_the_statistics_of_a_record_count_plays_by_seat_and_by_card() -> None:
    text = written(
        "A: KH As-A8 B: X#1 Bs-A8xA C: ? -- D: pass A: draw A: 7 --\n"
        "B: 7 A8-A11 A5-A9 reshuffle position -/-/C3/- C C: A C3-Ch1\nabandoned"
    )
    found = stats([parse_record(text), parse_record(written("C: A C3-Ch1\nwon AC", HOME))])
    assert (found.games, found.won, found.abandoned, found.lengths) == (2, 1, 1, [7, 1])
    assert (found.decisions, found.reshuffles, found.draws) == (1, 1, 1)
    total = found.total
    assert (total.turns, total.plays, total.discards, total.passes, total.splits) == (8, 5, 2, 1, 1)
    assert (total.out, total.home, total.sent, total.pushed) == (2, 2, 1, 0)
    assert list(found.ranks) == ["A", "7", "K", "X", "?"]
    assert found.seats[1].sent == found.ranks["X"].sent == 1
    assert [tally.won for tally in found.seats.values()] == [1, 0, 1, 0]
    assert found.wins == {(0, 2): 1}


def test_a_board_drawn_with_letters_shows_every_marble() -> None:
    drawn = board_text(Position.parse("A8,B17,h2/./C3,h5/. C"))
    empty = "   ." * 18
    assert [line[:75] for line in drawn.splitlines()] == [
        "      0   1   2  in   4   5   6   7 out   9  10  11  12  13  14  15  16  17",
        "A  " + empty[:32] + "   A" + empty[36:],
        "B  " + empty[:68] + "   A",
        "C  " + empty[:12] + "   C" + empty[16:],
        "D  " + empty,
        "C to play",
    ]
    homes = [line[75:] for line in drawn.splitlines()[1:5]]
    assert homes == ["   HOME - A - - -   START 2", "", "   HOME - - - - C   START 3", ""]


def test_a_record_without_plays_is_a_game_that_has_not_begun() -> None:
    judged = judge(Record(RULES["texas"], Position.parse("-/-/-/- A")))
    assert (judged.position, judged.fault) == (Position.parse("-/-/-/- A"), None)
