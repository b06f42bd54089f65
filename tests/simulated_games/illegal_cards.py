"""Wrong cards on readers, playable cards that are not played, and plays undone too late.

The table announces each of these mistakes, and people correct it.
"""

from __future__ import annotations

from collections import Counter

from engine.cards import Card
from engine.geometry import Seat
from engine.legal import legal
from engine.must_play import must_play
from engine.referee.events import Button
from tests.simulated_games import corrections, playing, settling
from tests.simulated_games.people.carried_marbles import rearranged
from tests.simulated_games.people.habits import between, shows
from tests.simulated_games.people.illegal_attempts import CODES
from tests.simulated_games.table_state import TableState
from tests.simulated_games.true_turns import Turn, Wrong, as_seen


def with_cards(game: TableState, turn: Turn) -> None:
    """Lay a wrong card; the table must announce it at once, and people take it off."""
    rng = game.rng
    kinds = ["not your turn", "unknown tag", "seen twice"] if turn.card_t is None else ["unknown tag"]
    # In all other modes, a player may exchange the card as long as no marble was moved.
    if game.options.mode == "referee":
        kinds.append("second card")
    kind = rng.choice(kinds)
    if kind == "not your turn":
        others = [s for s in game.table.seats if s != turn.seat]
        _card(game, turn, kind, rng.choice(others), "not-your-turn")
    elif kind == "seen twice":
        # On the reader where it was played, the card may have slid off and on, which is no mistake.
        own = [each.play.card for each in game.scorer.turns if each.seat == turn.seat]
        lying = [*game.readers.lying.values(), *own]
        again = [c for c in game.readers.played if game.readers.numbered and c.copy and c not in lying]
        if again:
            # One wrong card in each game is enough, because each alarm delays the game.
            game.readers.played.remove(again[-1])
            _card(game, turn, kind, turn.seat, "card-seen-twice", again[-1])
    elif kind == "unknown tag":
        _card(game, turn, kind, turn.seat, "card-unknown")
    else:
        if turn.card_t is None:
            playing.lay(game, turn)
            game.world.wait(between(rng, 0.2, 1.5))
        _card(game, turn, kind, turn.seat, "card-already-laid")


def _card(game: TableState, turn: Turn, kind: str, seat: Seat, code: str, card: Card | None = None) -> None:
    world, rng, readers = game.world, game.rng, game.readers
    game.tally.attempts[kind] += 1
    codes = frozenset({code})
    if code == "not-your-turn" and len(game.scorer.in_force) < turn.number:
        codes |= {"card-already-laid"}  # The previous turn may not be over yet.
    turn.wrong = wrong = Wrong(kind, world.t, codes)
    at = readers.at(seat)
    before = readers.lying.get(at)
    if code == "card-unknown":
        readers.unknown("04A2B7C1", seat)
    else:
        hand = [c for c in game.state.hands[seat] if c not in (turn.play.card, before)]
        chosen = card or rng.choice(hand or [Card.parse("5H#9")])
        readers.lay(chosen, seat, covering=True)
    world.wait(0.05)
    if wrong.alarm is None:
        game.tally.unflagged[f"{kind}: nothing announced"] += 1
        game.scorer.off(f"silent: {kind}")
    else:
        game.tally.flagged[kind] += 1
        if wrong.alarm.code not in codes:
            game.tally.codes[f"{kind} -> {wrong.alarm.code}"] += 1
            game.scorer.off(f"code: {kind} is called {wrong.alarm.code}")
    world.wait(between(rng, 0.3, 2.0))
    readers.empty(seat)
    if turn.card_t is not None and seat == turn.seat:
        world.wait(between(rng, 0.2, 1.0))
        readers.lay(turn.play.card, seat)
    turn.wrong = None
    world.wait(between(rng, 0.1, 1.0))


def not_played(game: TableState, turn: Turn) -> None:
    """Lay a card that has a play, and do not play it."""
    world, rng = game.world, game.rng
    if not must_play(game.table, turn.position, (turn.play.card.rank,)):
        return
    if turn.card_t is None:
        playing.lay(game, turn)
    world.wait(between(rng, 0.5, 3.0))
    if turn.number and game.scorer.question is not None:  # An open question keeps the previous turn open.
        settling.settle(game, game.scorer.turns[turn.number - 1], 3.0)
    kind = "not played"
    game.tally.attempts[kind] += 1
    turn.wrong = wrong = Wrong(kind, world.t, frozenset({"must-play"}))
    after: Seat = turn.final.turn
    waiting = [card for card in game.state.hands[after] if legal(game.table, turn.final, card.rank)]
    if shows(rng, 0.5) or game.options.cards == "table" or game.knows_hands or not waiting:
        world.feed(Button(world.t, "ok", turn.seat))
    else:
        game.readers.take_off(after)
        game.next_card = rng.choice(waiting)
        game.readers.lay(game.next_card, after)
    world.wait(0.05)
    if wrong.alarm is None:
        game.tally.unflagged[f"{kind}: nothing announced"] += 1
        raise game.scorer.discrepancy("silent", kind)
    game.tally.flagged[kind] += 1
    if wrong.alarm.code not in wrong.codes:
        game.tally.codes[f"{kind} -> {wrong.alarm.code}"] += 1
        game.scorer.off(f"code: {kind} is called {wrong.alarm.code}")
    turn.wrong = None
    world.wait(between(rng, 0.3, 2.0))


def too_late(game: TableState, turn: Turn, before: Turn) -> None:
    """Let the previous seat undo its play although this seat has already laid its card."""
    world, rng = game.world, game.rng
    if not before.play.legs or not settling.recorded(game, before) or game.scorer.over:
        return
    if before.play.card not in game.readers.played:  # The cards have been shuffled since then.
        return
    results = legal(game.table, before.final, turn.play.card.rank)
    if as_seen(before.position) in [as_seen(outcome.position) for outcome in results]:
        return  # The undone play would look like a play of this turn's card.
    world.pay(lambda _: True)
    world.let_go()
    if turn.card_t is None:
        playing.lay(game, turn)
    world.wait(between(rng, 0.8, 2.0))
    granted = game.options.mode != "referee"
    kind = "taken back too late" if not granted else "taken back late, as this mode allows"
    game.tally.attempts[kind] += 1
    back = rearranged(world.wood, before.position, game.table.board, Counter())
    if not granted:
        turn.wrong = Wrong(kind, 0.0, CODES[kind])
    before.in_doubt = True
    corrections.carry(game, back)
    if granted:
        world.wait_for(lambda: len(game.scorer.in_force) <= before.number, 2.0)
        if len(game.scorer.in_force) > before.number:
            game.tally.unflagged[f"{kind}: nothing announced"] += 1
            raise game.scorer.discrepancy("silent", f"{kind}: {before.play.text(game.table.board)}")
        game.tally.flagged[kind] += 1
        before.right_at, before.done = None, None
        if game.readers.lying.get(before.seat) != before.play.card:
            game.readers.lay(before.play.card, before.seat)
    else:
        wrong = turn.wrong
        assert wrong is not None
        wrong.since = world.last_edge
        corrections.wait_until_flagged(game, wrong)
        if wrong.alarm is None:
            game.tally.unflagged[f"{kind}: nothing announced"] += 1
            raise game.scorer.discrepancy("silent", f"{kind}: {before.play.text(game.table.board)}")
        corrections.flagged(game, wrong, before.play.text(game.table.board))
    world.wait(between(rng, 0.3, 2.0))
    corrections.carry(game, rearranged(world.wood, before.final, game.table.board, Counter()))
    before.done = world.last_edge
    before.in_doubt = False
    turn.wrong = None
    settling.settle(game, before, 3.0)
    world.wait(between(rng, 0.3, 2.0))
