"""Which plays of a turn are complete while other marbles are in hands, or are the next seat's already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.position import Position
from referee.model.occupancy import bits, colours, mask_of, start_mask, starts_of
from referee.old.candidates import Candidate, leads_on, on_its_way
from referee.old.costs import AS_GOOD, BESIDE
from referee.old.distances import apart
from referee.old.explained import bumped_by_a_reply, explained, has_answered, next_turn_began, own_up
from referee.old.hidden import is_hidden, left_unseen
from referee.old.judge import ALIKE, ALIKE_CAPTURES, explaining_most
from referee.old.made import completed
from referee.old.parting import after
from referee.old.replies import (
    bumped_instead,
    likely_replies,
    played_on,
    set_down_after,
    taken_up_after,
    theirs_after,
)
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.told import TOLD, Begun, told_before
from referee.old.watch import Watch, left_in

Ranked: TypeAlias = dict[tuple[int, bool, bool], dict[Position, tuple[Candidate, int]]]
"""Plays by how well other hands explain what is off after them, then whether at the next card they are told
less well than others and not answered wholly, and whether they were never shown."""


def complete_under_hands(
    state: State, turn: Begun, hurry: bool, more: float = TOLD
) -> list[tuple[Candidate, int]]:
    """The plays that are complete under other hands, and after which change the next turn began.

    Unless in a `hurry` a play does not count that may still become another one by a marble in a hand, nor
    what explains less than that, nor one that is dearer to tell than the cheapest story of all by so much
    `more`. Those after which the board shows a whole reply, or nothing but hands, come before those after
    which a reply may be under way, or only an unseen Joker tells it, and these before those that explain
    less; those that the board once showed, every marble set down, before those that it never did. At rest,
    where nothing else is complete, an unseen Joker is believed that the next seat has answered.
    """
    found: Ranked = {}
    held_back = []
    dear: dict[Position, tuple[Candidate, int]] = {}
    for play in turn.found:
        if not _may_have_left(state, turn, play, hurry):
            continue
        done = completed(play, turn.watch, state.bad)
        if done is None or (
            bumped_instead(play, turn.watch, state.bad)
            or _not_that_one(state, turn, play)
            or _walked_on(state, turn, play)
        ):
            continue
        # What may answer a play is long in reckoning where no card is read: first whether it is told at all.
        far_fetched = play.rare and not _is_likely(state, turn, play, done)
        if far_fetched and not (turn.rested and has_answered(state, play)):
            continue
        begun = next_turn_began(state, turn.watch, play, done)
        likely = not far_fetched and told_before(state, turn, play, begun, more)
        tells = likely or (hurry and told_before(state, turn, play, begun, ALIKE_CAPTURES))
        if not tells and not far_fetched:
            continue
        seen = explained(state, turn.watch, play, done, hurry)
        unseen = is_hidden(play, state.bad) or left_unseen(play, turn.watch, state.bad)
        if seen is None or ((seen[0] or not hurry) and unseen):
            continue  # a marble that no sensor sees, and others that stand wrong, are too much to guess
        early = hurry and set_down_after(play, turn.watch, state.bad)
        if _rather_walked(state, turn, play) or (not early and own_up(state, play, turn.found)):
            continue
        if far_fetched:
            if seen[0] == 0:
                dear[play.position] = (play, seen[1])
            continue
        whole = seen[0] == 0 and (turn.rested or not likely) and is_whole(state, turn, play, seen[1])
        if hurry or (whole and turn.rested) or not _may_become_another(state, turn, play):
            clean = _was_shown(state, turn, play)
            plain = likely or whole
            found.setdefault((seen[0], not plain, not clean), {})[play.position] = (play, seen[1])
        else:
            held_back.append(seen[0])
    if held_back:  # that may as well be the one, as long as nobody rests
        most = min(held_back) - (not turn.rested)
        found = {rank: alike for rank, alike in found.items() if rank[0] <= most}
    found = _but_for_victims(state, turn, _and_carried_on(found))
    likeliest = found[min(found)] if found else dear
    held = _held(state, turn) if likeliest and not hurry and not turn.rested else {}
    either = likeliest | held
    best = explaining_most([play for play, _ in either.values()], turn.watch, state.bad)
    if all(play.position in held for play in best):  # none of these is known to be made
        best += explaining_most([play for play, _ in likeliest.values()], turn.watch, state.bad)
    return list({play.position: either[play.position] for play in best}.values())


def _and_carried_on(found: Ranked) -> Ranked:
    """With those ranked as shown that carry on what was, as the other leg of a split does."""
    ranked: Ranked = {}
    for (rank, unlikely, unclean), alike in found.items():
        shown = [play for play, _ in found.get((rank, unlikely, False), {}).values()]
        for position, each in alike.items():
            clean = not unclean or any(leads_on(play, each[0]) for play in shown)
            ranked.setdefault((rank, unlikely, not clean), {})[position] = each
    return ranked


def is_whole(state: State, turn: Begun, play: Candidate, begun: int) -> bool:
    """Whether the board shows a whole play of the next seat on top of that one, which so is whole as well."""
    return played_on(state, play, after(turn.watch, begun, play.part), answers=likely_replies(state, play))


def _may_have_left(state: State, turn: Begun, play: Candidate, hurry: bool) -> bool:
    """Whether the marble that it brings out of START, if any, was seen to leave it, or need not be.

    The one that misses there may be owed, and played straight from the hand: that the next card tells. Not
    if it has come home since, where sensors lie: else it was played and bumped.
    """
    if not play.left or play.left & state.bad or turn.watch.left(play.left):
        return True
    watch, bad = turn.watch, state.bad
    there = [
        (watch.most(mask) if bad else (watch.began & mask).bit_count(), mask, least)
        for _, mask, least, _ in turn.expect.starts
    ]
    if any(play.left & mask and n < least for n, mask, least in there):
        return True  # it was up before the turn began
    return hurry and any(play.left & start_mask(state.table.board, seat) for seat, _ in state.debts.start)


def _rather_walked(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether nobody saw it leave its place, and another of theirs was taken up before its end was filled.

    It may stand in a hole that nobody can see, or be one that is still owed.
    """
    unseen = state.bad | turn.watch.due & ~turn.watch.placed
    start = play.left & state.bad and not turn.watch.left(play.left & ~state.bad)
    if not start and not (play.emptied & unseen and not (play.emptied | play.left) & ~unseen):
        return False
    filled = max(map(turn.watch.filled_at, bits(play.filled)), default=-1)
    own = _same_colour(state, play) & ~(turn.watch.now | state.bad)
    return any(not c.on and own >> c.hole & 1 for c in turn.watch.log[: max(filled, 0)])


def _same_colour(state: State, play: Candidate) -> int:
    """Where marbles stood of the colours that the play moves, START as well."""
    seats = {leg.seat for leg in play.play.legs if leg.seat is not None}
    return play.like | starts_of(state.table.board, seats)


def _not_that_one(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether its marble was taken up only after its end was filled, and none like it was before."""
    up, watch = taken_up_after(play, turn.watch, state.bad), turn.watch
    if up is None:
        return False
    like = _same_colour(state, play)
    return not any(change.edge < up and like >> change.hole & 1 and not change.on for change in watch.log)


def _walked_on(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether by the likeliest story its marble was only set down there in passing, and counted on.

    For one leg of a split it is enough that a story as good as any tells so.
    """
    left = 0 if play.recoloured else play.filled & ~(state.watch.now | state.bad)
    if not left:
        return False
    stories = turn.stories()
    likely = stories.within(AS_GOOD) if len(play.play.legs) > 1 else stories.likely[:1]
    return any(
        source is not None and left >> source & 1 and 0 < apart(state.table.board, source, hole) <= BESIDE
        for story in likely
        for hole, (source, _) in story.came.items()
        if (state.ring_and_lane & ~play.emptied) >> hole & 1
    )


def _but_for_victims(state: State, turn: Begun, found: Ranked) -> Ranked:
    """Those not made with a marble that the next seat takes off, another one like it having been played."""
    plays = [play for alike in found.values() for play, _ in alike.values()]
    others = [*plays, *(play for play in turn.found if not play.rare and not _is_full_again(state, play))]
    victims = {p.position for p in plays if like_it_was_played(state, p, others, turn.watch)}
    kept = {
        rank: {position: each for position, each in alike.items() if position not in victims}
        for rank, alike in found.items()
    }
    return {rank: alike for rank, alike in kept.items() if alike}


def _is_full_again(state: State, play: Candidate) -> bool:
    """Whether a marble stands where its own was: it was brought back, or put there from START."""
    return bool(play.emptied & state.watch.now & ~state.bad)


def like_it_was_played(state: State, play: Candidate, others: Sequence[Candidate], watch: Watch) -> bool:
    """Whether its marble was taken up only after another one like it had made the same play.

    Then that one was played, and the next seat takes this one off.
    """
    up = taken_up_after(play, watch, state.bad)
    if up is None:
        return False
    before = watch.with_log(watch.log[: sum(change.edge < up for change in watch.log)])
    ends = play.filled | play.recoloured
    alike = (c for c in others if c.filled | c.recoloured == ends and c.position != play.position)
    return any(completed(other, before, state.bad) is not None for other in alike)


def _is_likely(state: State, turn: Begun, play: Candidate, done: int) -> bool:
    """Whether a story as good as any tells of it: unseen, a Joker explains nearly everything.

    Of one whose marble the next seat has taken since it is enough that some Joker is told of, or that whom it
    took has come home from there.
    """
    stories, after = turn.stories(), colours(play.position)
    ends = (play.filled | play.recoloured) & ~state.bad
    lifted = left_in(turn.watch.log[done:])
    if ends & lifted & state.watch.now:
        board, sent = state.table.board, {(leg.target, leg.sent) for leg in play.play.legs}
        return any(
            story.rare
            or any((c[0], board.side(hole)) in sent for hole, c in story.came.items() if board.is_start(hole))
            for story in stories.within(AS_GOOD)
        )
    return stories.cost(after, ends, rare=True) < stories.otherwise(after, ends) + AS_GOOD


def _held(state: State, turn: Begun) -> dict[Position, tuple[Candidate, int]]:
    """Plays that are complete but for a marble of their own that is up again: they may still be the one.

    Or that the next seat may have taken up, to bump it.
    """
    held = {}
    for play in turn.found:
        ends = play.filled | play.recoloured
        if not ends & ~turn.watch.now:
            continue
        done = completed(play, turn.watch, state.bad)
        off = play.expect.off(turn.watch.now, state.bad, state.ring_and_lane)
        up = off.missing & ends
        if done is None or not up:
            continue
        if not (off.extra or off.start or off.missing & ~up) or bumped_by_a_reply(state, play, off, up):
            held[play.position] = (play, done)
    return held


def _was_shown(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether at some moment the board showed the play with every marble set down, the bumped ones too."""
    occupied, bad = turn.watch.began, state.bad
    kept = play.must_see_empty & occupied & ~bad
    for change in turn.watch.log:
        occupied = occupied | 1 << change.hole if change.on else occupied & ~(1 << change.hole)
        kept &= occupied
        if kept:
            continue  # what it takes has not been lifted yet
        if occupied & play.filled == play.filled and play.expect.agrees(occupied, bad, state.ring_and_lane):
            full = (occupied & ~bad).bit_count() + (bad & play.expect.full).bit_count()
            if full >= play.expect.marbles:
                return True
    return False


def _both_up(state: State, play: Candidate, other: Candidate, missing: int) -> bool:
    """Whether the marble of that play, and one that is up, may be about to be exchanged.

    What it seems to have taken was only brushed then.
    """
    pairs = [pair for pair in other.exchanges if pair & play.emptied and pair & missing]
    if not pairs:
        return False
    theirs = theirs_after(state, play)
    if any(not pair & (state.watch.now | theirs) for pair in pairs):
        return True  # both are up now, and the next player's is neither
    return not play.filled & ~play.expect.optional and all(
        state.watch.empty_for(hole) < state.settings.brush for hole in bits(play.recoloured)
    )


def _may_become_another(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether a marble in a hand may belong to another play of this turn, of which `play` is a part.

    Who counts may have gone too far already, as long as everything that is off is in hands, or where the
    other one has marbles; he corrects it within a second.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    since = turn.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    unseen = (play.emptied | play.left) & state.bad  # what left a hole that is not believed is not missing
    if (off if unseen else since).surplus >= 0:
        return False
    legs, stories, after = play.play.legs, turn.stories(), colours(play.position)
    made = mask_of(  # those marbles stand where it set them down, and walk no more
        tuple(
            leg.source
            for leg in legs
            if leg.source is not None
            and state.watch.now >> leg.target & 1
            and stories.is_plain(after, 1 << leg.target, ALIKE)
        )
    )
    # Without cards there is another one for every marble: only for one that may stand elsewhere, then.
    unsure = state.desk.mode != "none" or not _is_plain(stories, play, state.bad)
    too_far = not turn.rested and (off.extra or off.missing.bit_count() == -off.surplus)
    return any(
        off.missing & other.must_see_empty
        and not other.rare
        and (
            (
                (
                    leads_on(play, other)
                    or _both_up(state, play, other, off.missing)
                    or (unsure and _from_there(play, other, state.bad))
                )
                and on_its_way(other, since.extra)
                and on_its_way(other, off.extra, made)
            )
            or (
                too_far
                and other.walks
                and _from_there(play, other, state.bad)
                and on_its_way(other, off.extra)
            )
        )
        for other in turn.found
    )


def _is_plain(stories: Stories, play: Candidate, bad: int) -> bool:
    """Whether no likely story has another marble at its end, or its own in a hand."""
    plain = stories.is_plain(colours(play.position), play.ends & ~bad, ALIKE)
    up = (up.marble.home for story in stories.within(ALIKE) for up in story.hand)
    return plain and not any(home is not None and play.sources >> home & 1 for home in up)


def _from_there(play: Candidate, other: Candidate, bad: int) -> bool:
    """Whether the other one takes up what that play does, too."""
    return not play.emptied & ~other.emptied and bool(play.left == other.left or play.left & bad)
