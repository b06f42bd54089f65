"""The policy: from the ranked hypotheses to verdicts and their times.

Each judgement compares the likeliest hypothesis with the verdicts so far. docs/referee.md lists the cases
under "From hypotheses to words": `_announce_new` announces plays, `_take_back_undone` takes them back, and
the module `wrong` announces mistakes.
"""

from __future__ import annotations

from engine import bits
from engine.geometry import neighbours
from engine.referee.model.displaced import idle
from engine.referee.model.hypothesis import GHOST, NOWHERE, Hypothesis
from engine.referee.model.plays import Made
from engine.referee.model.turn import Turn
from engine.referee.policy import announcements, ending, faults, questions, wrong
from engine.referee.policy.put_in_force import accept_if_right
from engine.referee.policy.record import CLEAR, SURE, Record
from engine.referee.verdicts import Verdict
from engine.violation import Code

SLEEVE = 0.045
"""Seconds for which a play waits after a brush: by then the brushing hand has placed its marble."""
LOOK_BACK = 3
"""A hypothesis is compared with this many of the last announced plays."""


def decide(record: Record, t: float, young: int) -> list[Verdict]:
    """All verdicts that are due now; `record.due` is the time of the next judgement."""
    verdicts: list[Verdict] = []
    for _ in range(2 * record.ground.table.sides + 2):
        more = _once(record, t, young)
        verdicts += more
        if not more:
            break
    return verdicts


def _once(record: Record, t: float, young: int) -> list[Verdict]:
    best = record.beam.best
    if record.winners is not None:
        return ending.judge(record, t)
    if record.asked is not None:
        return questions.settled(record, t)
    # If the owners of marbles are unknown, the right occupancy is enough.
    in_disorder = best.ghosts or record.jumbled or record.alarmed(Code.BOARD_DISTURBED)
    if in_disorder and accept_if_right(record, t):
        return wrong.board_is_right(record, t)
    shared = plays_in_common(record, best)
    number = record.turn.number
    following = best.turn.at(shared + 1) if best.turn.number > shared else None
    if following is not None:
        return _announce_new(record, t, young, shared, following)
    if shared < number:
        return _take_back_undone(record, t, shared)
    return wrong.judge(record, t)


def plays_in_common(record: Record, hypothesis: Hypothesis) -> int:
    """The number of plays that the hypothesis shares with the announced ones."""
    newest = min(record.turn.number, hypothesis.turn.number)
    lowest = max(record.in_force.root.number, record.turn.number - LOOK_BACK)
    for number in range(newest, lowest, -1):
        announced, read = record.turn.at(number), hypothesis.turn.at(number)
        if announced is None or read is None or announced.position != read.position:
            continue
        if announced.before is None or read.before is None or announced.before.card == read.before.card:
            return number
    return min(newest, lowest)


def _announce_new(record: Record, t: float, young: int, shared: int, turn: Turn) -> list[Verdict]:
    """The verdicts for a play that is not announced yet; it may amend an announced one."""
    best, still_for = record.beam.best, t - record.last_edge
    lead, rival_lead = _leads(record, turn)
    delay, gone_on = _delay(record, turn, lead, rival_lead)
    before, used = turn.before, record.readers.played - record.readers.excused
    if record.turn.number == shared and before is not None and before.card in used:
        return wrong.played_twice(record, t, before.seat, before.card) if gone_on else []
    believed = max(record.last_edge, record.last_card) + record.settings.unsettled
    if turn.made is not None and young & _beside(turn.made) and record.too_early(t, believed):
        return []
    if still_for < delay - 1e-9 and not gone_on:
        if delay < float("inf"):
            record.come_back(record.last_edge + delay)
        return []
    if rival_lead < CLEAR and len(choices := questions.alike(record, turn)) > 1:
        return questions.ask(record, t, shared, choices)
    needed = CLEAR if still_for < record.settings.illegal_after - 1e-9 else SURE
    if record.turn.number > shared and not _clearly_changed(record, shared, needed):
        if needed == CLEAR:
            record.come_back(record.last_edge + record.settings.illegal_after)
        return []
    verdicts: list[Verdict] = faults.found(record, t, best) + faults.shown_by(record, t, turn)
    verdicts += announcements.back_to(record, t, shared + 1)
    if record.turn.number == shared + 1:
        return verdicts + announcements.amend(record, t, turn)
    return verdicts + announcements.announce(record, t, turn)


def _clearly_changed(record: Record, shared: int, lead: float) -> bool:
    """Whether every hypothesis in which the announced play remains costs at least `lead` more."""
    most = record.beam.best.total + lead
    return not any(each.total < most and plays_in_common(record, each) > shared for each in record.beam.all)


def _beside(made: Made) -> int:
    """The mask of the holes that a play changes, and of the holes beside its targets."""
    holes = made.touched
    for hole in bits.holes(made.ends):
        holes |= neighbours(made.board, hole)
    return holes


def _delay(record: Record, turn: Turn, lead: float, rival_lead: float) -> tuple[float, bool]:
    """Seconds of rest before the play is announced (inf: not yet), and whether people have ended the wait."""
    best, settings = record.beam.best, record.settings
    gone_on = record.pressed or _gone_on(record, best, turn)
    new_suspects = best.suspected & ~record.faulty
    if turn.made is not None and turn.made.ends & best.suspected and best.turn.number == turn.number:
        return settings.hidden_after, not new_suspects and gone_on
    if new_suspects:
        return settings.illegal_after, False
    before, made = turn.before, turn.made
    if made is not None and _held_from(best, made.filled):
        return float("inf"), gone_on  # The played marble may be carried on.
    if best.turn.number == turn.number and wrong.plainly_wrong(record, best):
        return settings.illegal_after, gone_on
    unsure = before is not None and record.readers.laid_elsewhere(before.card, before.seat)
    if before is not None and made is not None:
        # Marbles lifted before the previous turn began are no part of this one.
        unsure = unsure or _held_from(best, _others_lift(before, made), record.announced_before)
    if unsure:
        return settings.hidden_after, gone_on
    hidden = made is not None and made.touched & best.suspected
    if hidden or is_open(best, turn) or lead < SURE or rival_lead < CLEAR:
        return settings.open_after, gone_on
    return SLEEVE if best.brushes else 0.0, gone_on


def _gone_on(record: Record, best: Hypothesis, turn: Turn) -> bool:
    """Whether the next player has played, or laid a card after the last edge."""
    following = best.turn.at(turn.number + 1)
    if following is not None and following.made is not None:
        return True
    later = best.turn.card is not None or following is not None
    return later and record.last_card > record.last_edge


def _leads(record: Record, turn: Turn) -> tuple[float, float]:
    """The extra costs of the cheapest hypothesis without that play, and with another (inf if none)."""
    best, lead, number = record.beam.best, float("inf"), turn.number
    before = best.turn.at(number - 1)
    for each in record.beam.all[1:]:
        there, earlier = each.turn.at(number), each.turn.at(number - 1)
        if before and there and earlier and earlier.position != before.position:
            continue  # This hypothesis differs in an earlier play.
        if there is None or there.position != turn.position:
            lead = min(lead, each.total - best.total)
            if there is not None:
                return lead, each.total - best.total
    return lead, float("inf")


def is_open(hypothesis: Hypothesis, turn: Turn) -> bool:
    """Whether the play that led to `turn` may still become another play of that card."""
    before, made = turn.before, turn.made
    if before is None or made is None:
        return False
    up = bool(hypothesis.hand)
    return before.plays.may_continue(made, up=up) or (
        up and any(_by_hand(hypothesis, made, other) for other in before.plays.all)
    )


def _held_from(hypothesis: Hypothesis, holes: int, since: float = float("-inf")) -> bool:
    """Whether a marble from `holes` was lifted after `since`, or may be lifted because its hole is dark.

    A hole with another marble in it does not count: the next player has captured there.
    """
    return bool(holes & hypothesis.dark) or any(
        token.due == NOWHERE
        and token.since > since
        and holes >> token.origin & 1
        and hypothesis.seat_at(token.origin) is None
        for token in hypothesis.hand
    )


def _others_lift(before: Turn, made: Made) -> int:
    """The mask of holes whose marble another play of that card lifts: such a play may still be made."""
    lifts = before.plays.lifts & ~made.lifted
    if before.card is None:  # Some card lifts any marble, so only marbles of movers and captured ones count.
        lifts &= sum(before.base[seat] for seat in before.movers) | _ahead(before, made)
    return lifts | made.ends


def _ahead(before: Turn, made: Made) -> int:
    """The mask of holes where another play captures with a marble that `made` moves."""
    sources = {leg.source for leg in made.legs}
    ends = 0
    for other in before.plays.all:
        if other.recoloured and any(leg.source in sources for leg in other.legs):
            ends |= other.ends & ~made.ends
    return ends


def _by_hand(hypothesis: Hypothesis, made: Made, other: Made) -> bool:
    """Whether marbles in hands may turn play `made` into `other`, with no placed marble lifted."""
    now = made.occupied
    fill, lift = other.occupied & ~now, now & ~other.occupied
    if lift or not fill or fill.bit_count() > len(hypothesis.hand):
        return False
    seats = {token.seat for token in hypothesis.hand if token.due == NOWHERE and token.seat != GHOST}
    return any(other.masks[seat] & fill for seat in seats)


def _take_back_undone(record: Record, t: float, shared: int) -> list[Verdict]:
    """The verdicts that take back announced plays which the likeliest hypothesis does not have."""
    best, since, settings = record.beam.best, record.last_edge, record.settings
    waits = settings.open_after if idle(best) else settings.counting_after
    made = record.turn.made
    if made is not None and not idle(best) and _held_from(best, made.ends | made.touched):
        return []  # The played marble is held and may go to another hole.
    if record.too_early(t, since + waits):
        return []
    if not _clearly_changed(record, shared, CLEAR) and record.too_early(t, since + settings.hidden_after):
        return []
    if record.mode == "referee" and (best.waiting or record.turn.card is not None):
        if record.too_early(t, since + settings.illegal_after):
            return []
        return wrong.play_stands(record, t)
    return announcements.back_to(record, t, shared)
