"""A restart: the earlier verdicts and the present board are enough to continue the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from engine.bits import mask_of
from engine.cards import Card
from engine.play import Play
from engine.position import Position, holes_when_set_up
from engine.referee import verdicts
from engine.referee.events import CardRead, Dealt, Edge, Event, MachinePlay, OfCards, Reshuffled
from engine.referee.machine import Referee
from engine.referee.model.displaced import idle
from engine.referee.model.readers import Readers
from engine.referee.model.turn import Turn
from engine.referee.policy.record import InForce
from engine.referee.resume import Past
from engine.referee.verdicts import Discard, Illegal, Move, NextTurn, Restored, Takeback, Verdict
from jokerboard.journal.games.trace import Header, read_event, read_header
from jokerboard.journal.games.unplayed_cards import UnplayedCards, reads_to_repeat
from tests.engine.referee.hands import Hands
from tests.engine.referee.scenario import read_scenario
from tests.engine.referee.short_table import BOARD, Table

KEPT = (Move, Discard, Takeback)


def events_of(name: str) -> tuple[Header, list[Event]]:
    header, *lines = read_scenario(name).trace
    read = read_header(header)
    return read, [read_event(line, n, read.table.board) for n, line in enumerate(lines, 2)]


def resumed(header: Header, levels: set[int], history: Sequence[Verdict | OfCards], t: float) -> Referee:
    return replace(header, occupied=frozenset(levels)).referee(history, t)


def at_rest(referee: Referee, touched: bool) -> bool:
    """Whether no deadline is open and no marble is touched, so that a restart forgets nothing."""
    record = referee._record
    best, settings = record.beam.best, record.settings
    if touched or referee.deadline is not None or any((record.asked, record.alarm, record.mending)):
        return False
    lately = referee._t - settings.flicker_window
    flickers = any(
        hole not in referee.faulty and sum(t > lately for t in times) > 1
        for hole, times in record.changed.items()
    )
    unannounced = best.ghosts or best.suspected & ~record.faulty
    return idle(best) and best.turn.position == referee.position and not flickers and not unannounced


def hypotheses(referee: Referee) -> set[tuple[object, ...]]:
    """The turn, cards, marbles and suspected sensors of every hypothesis."""
    return {
        (
            each.turn.position,
            each.turn.card,
            each.waiting,
            each.colours,
            frozenset((token.seat, token.due) for token in each.hand),
            each.suspected,
        )
        for each in referee._record.beam.all
    }


@dataclass(frozen=True)
class Cut:
    """A possible restart before event `at` of a trace, with the facts that the restart finds."""

    at: int
    t: float
    occupied: set[int]
    history: list[Verdict | OfCards]
    again: list[Event]
    hypotheses: set[tuple[object, ...]]


def test_a_restart_at_any_moment_without_movement_changes_no_later_play(group: list[str]) -> None:
    """A hypothesis that only touches created is not in the verdicts, so a restart forgets it."""
    for name in group:
        if read_scenario(name).restart is None:
            _restarted_everywhere(name)


@pytest.mark.parametrize(
    "name",
    [
        "rulings/take-back-after-play-stands",
        "rulings/correct-to-a-finished-game",
        "corpus/amendments-and-takebacks/joker-not-taken-up-only-after",
        "corpus/plays/splitting-on-while-the-next-card-waits",
        "corpus/illegal/must-play-the-card-demanded-is-laid",
        "corpus/rulings/take-back-the-cards-after-it-count-no-more",
    ],
)
def test_a_card_that_no_play_in_force_has_used_is_still_laid_after_a_restart(name: str) -> None:
    assert _restarted_everywhere(name) > 0


def _restarted_everywhere(name: str) -> int:
    """Compare the verdicts after a restart at each quiet moment; return the number of moments."""
    compared = 0
    header, events = events_of(name)
    history, cuts = _cuts(header, events)
    for cut in cuts:
        other = resumed(header, cut.occupied, cut.history, cut.t)
        more = [verdict for event in cut.again for verdict in other.feed(event)]
        if not cut.hypotheses <= hypotheses(other):
            continue
        compared += 1
        more += [verdict for event in events[cut.at :] for verdict in other.feed(event)]
        plays = [verdict for verdict in more if isinstance(verdict, KEPT)]
        expected = [verdict for verdict in history[len(cut.history) :] if isinstance(verdict, KEPT)]
        assert plays == expected, (name, cut.at, cut.t)
    return compared


def _cuts(header: Header, events: list[Event]) -> tuple[list[Verdict | OfCards], list[Cut]]:
    """All verdicts of a trace, and its cuts at quiet moments."""
    referee, board = header.referee(), header.table.board
    levels = set(holes_when_set_up(header.position, board) if header.occupied is None else header.occupied)
    cards = UnplayedCards(header.position.turn)
    history: list[Verdict | OfCards] = []
    demanded: list[Event] = []
    cuts: list[Cut] = []
    touched = False

    def record(more: list[Verdict]) -> None:
        nonlocal touched
        history.extend(more)
        touched = touched and not any(isinstance(v, KEPT) for v in more)
        for verdict in more:
            cards.take(verdict)

    for i, event in enumerate(events):
        t = max(event.t - 0.001, events[i - 1].t if i else 0.0)
        record(referee.advance(t))
        if at_rest(referee, touched) and history:
            reads = reads_to_repeat(
                cards.reads, board, referee.position, frozenset(levels), len(referee.owing)
            )
            again = [replace(each, t=t) for each in (*demanded[-1:], *reads)]
            cuts.append(Cut(i, t, set(levels), list(history), again, hypotheses(referee)))
        record(referee.advance(event.t))
        if isinstance(event, CardRead) and event.unknown is None:
            cards.read(event)
        history += [event] if isinstance(event, Dealt | Reshuffled) else []
        demanded += [event] if isinstance(event, MachinePlay) else []
        touched = touched or isinstance(event, Edge)
        record(referee.feed(event))
        if isinstance(event, Edge):
            (levels.add if event.on else levels.discard)(event.hole)
    return history, cuts


def hand_of(referee: Referee, seat: int) -> tuple[Card, ...]:
    return referee._record.readers.hands.playable(seat, None)


def played_on(name: str) -> tuple[Header, list[Verdict], Referee]:
    header, events = events_of(name)
    referee = header.referee()
    announced: list[Verdict] = []
    for event in events:
        announced += referee.feed(event)
    return header, announced, referee


def test_a_numbered_card_played_before_a_restart_is_announced_as_seen_twice_unless_shuffled_in() -> None:
    """After a shuffle or a new game, the same copy may be laid again without an alarm."""
    header, announced, before = played_on("plays/walk")
    (played,) = [verdict for verdict in announced if isinstance(verdict, Move)]
    copy = Card.parse("5D#1")
    numbered = [replace(v, card=str(copy)) if v is played else v for v in announced]
    levels = set(holes_when_set_up(before.position, header.table.board))
    anew = verdicts.Decision(9.0, "correct", "players", before.position, verdicts.A_NEW_GAME)
    for later, codes in (((), ["card-seen-twice"]), ((Reshuffled(9.0),), []), ((anew,), [])):
        history = [*numbered, *later]
        after = resumed(header, levels, history, 10.0)
        answer = after.feed(CardRead(10.0, copy, before.turn))
        assert [v.code for v in answer if isinstance(v, Illegal)] == codes


def test_a_hand_dealt_before_a_restart_is_restored_without_its_played_cards() -> None:
    header, announced, before = played_on("plays/walk")
    (played,) = [verdict for verdict in announced if isinstance(verdict, Move)]
    hand = [Dealt(0.0, Card.parse(text), played.seat) for text in (played.card, "KC")]
    levels = set(holes_when_set_up(before.position, header.table.board))
    after = resumed(header, levels, [*hand, *announced], 10.0)
    assert [str(card) for card in hand_of(after, played.seat)] == ["KC"]
    taken = [*hand, *announced, Takeback(9.0, played.n, header.position)]
    after = resumed(header, levels, taken, 10.0)
    assert sorted(map(str, hand_of(after, played.seat))) == sorted(["KC", played.card])
    anew = verdicts.Decision(9.0, "correct", "players", header.position, verdicts.A_NEW_GAME)
    assert hand_of(resumed(header, levels, [*hand, *announced, anew], 10.0), played.seat) == ()


def test_a_resumed_game_has_the_position_turn_and_plays_that_it_had_before() -> None:
    header, announced, before = played_on("bumps/bumped-marble-home-late")
    levels = set(holes_when_set_up(before.position, header.table.board))
    after = resumed(header, levels, announced, 0.0)
    assert after.advance(0.0) == []
    assert (after.position, after.turn, after.plays) == (before.position, before.turn, before.plays)
    assert after.owing == ()


def test_a_bumped_marble_still_has_to_go_to_start_after_a_restart() -> None:
    header, events = events_of("bumps/bumped-marble-home-late")
    referee = header.referee()
    announced: list[Verdict] = []
    levels = set(holes_when_set_up(header.position, header.table.board))
    for event in events:
        if any(isinstance(verdict, Move) for verdict in announced):
            break
        announced += referee.feed(event)
        if isinstance(event, Edge):
            levels ^= {event.hole}
    assert referee.owing
    assert resumed(header, levels, announced, 0.0).owing == referee.owing


def test_a_marble_moved_during_a_restart_is_announced_and_the_lights_lead_it_back() -> None:
    header, announced, before = played_on("plays/walk")
    board = header.table.board
    levels = set(holes_when_set_up(before.position, board)) - {board.hole("A13")} | {board.hole("A15")}
    after = resumed(header, levels, announced, 0.0)
    hands = Hands(after, set(levels))
    hands.wait(2)
    (alarm,) = hands.announced(Illegal)
    assert [(board.name(b.source), board.name(b.target)) for b in alarm.put_back] == [("A15", "A13")]
    assert {board.name(h): str(light) for h, light in after.lights.items()}["A13"] == "put-back:A"
    hands.do("A15-", "+A13")
    hands.wait(0.1)
    assert isinstance(hands.verdicts[-1], Restored)


def test_a_marble_missing_after_a_restart_is_announced_and_accepted_once_it_is_back() -> None:
    header, announced, before = played_on("plays/walk")
    board = header.table.board
    levels = set(holes_when_set_up(before.position, board)) - {board.hole("A13")}
    after = resumed(header, levels, announced, 0.0)
    hands = Hands(after, set(levels))
    hands.wait(3)
    (alarm,) = hands.announced(Illegal)
    assert (alarm.code, [board.name(hole) for hole in alarm.holes]) == ("unexplained", ["A13"])
    assert {board.name(h): str(light) for h, light in after.lights.items()}["A13"] == "put-back:A"
    hands.do("+A13")
    hands.wait(1)
    assert isinstance(hands.verdicts[-1], Restored)
    assert not hands.announced(Move)
    assert mask_of(frozenset(hands.full)) == mask_of(holes_when_set_up(after.position, board))


def test_a_play_that_is_illegal_by_the_present_rules_is_kept_when_its_game_is_resumed() -> None:
    """The play may have been recorded under other house rules: the game continues from its position."""
    header, announced, before = played_on("plays/walk")
    board = header.table.board
    strange = [
        replace(v, play=Play.parse("5D A8-A16", board)) if isinstance(v, Move) else v for v in announced
    ]
    position = before.position.with_marbles(((16, board.hole("C3")), *before.position.marbles[1:]))
    strange = [replace(v, position=position) if isinstance(v, Move) else v for v in strange]
    after = resumed(header, set(holes_when_set_up(position, board)), strange, 0.0)
    assert after.position == position
    hands = Hands.of(after)
    hands.do("B:KC", "Bs5-", "+B8")
    hands.wait(0.1)
    assert [v.n for v in hands.announced(Move)] == [2]


@pytest.mark.parametrize("cards", ["seat", "table", "none"])
@pytest.mark.parametrize("announced_first", [True, False])
def test_a_question_that_is_open_before_a_restart_is_open_after_the_restart(
    cards: str, announced_first: bool
) -> None:
    table = Table("A8/B12/C8/D12 A", cards=cards).lift(0.1, "A8")
    if cards != "none":
        table.card(0.2, "A", "X")
    if announced_first:
        table.lift(0.9, "B12").place(1.3, "B12").lift(1.5, "D12").place(1.7, "D12").until(3.0)
    else:
        table.lift(0.9, "B12", "D12").place(1.3, "B12", "D12").until(3.0)
    assert isinstance(table.verdicts[-1], verdicts.Ambiguous)
    standing = holes_when_set_up(Position.parse("-/B12/C8/D12 A"), BOARD) - {BOARD.hole("As5")}

    def again() -> Table:
        resumed = Table("A8/B12/C8/D12 A", cards=cards, occupied=standing, history=table.verdicts, t=10.0)
        return resumed if cards == "none" else resumed.card(10.1, "A", "X")

    answered = again().until(12.0).lift(13.0, "D12").place(13.5, "D12").until(15.0)
    assert answered.plays == ["X A8-D12xD"]
    history = [*table.verdicts, *(verdict for verdict in answered.verdicts if isinstance(verdict, Move))]
    ground = table.referee._record.ground
    past = Past(ground, Readers("seat"), InForce(Turn(ground, Position.parse("A8/B12/C8/D12 A"), 0)))
    for verdict in history:
        past.take(verdict)
    assert past.asked is None, "answered by the last play of a game, after which no turn is announced"
    undone = again().lift(11.0, "B12").place(11.5, "A8").place(12.0, "B12").until(15.0)
    assert undone.plays == []
    assert undone.of(NextTurn)
    waiting = again().until(60.0)
    assert not waiting.verdicts
    assert sorted(light.role for light in waiting.referee.lights.values()) == ["choose", "choose", "turn"]
