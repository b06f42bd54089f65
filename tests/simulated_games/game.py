"""One game: people with habits play turn after turn, until it is won or a verdict contradicts the truth.

Each turn's true result is decided before the first marble moves; then hands make the play, and the scorer
compares the verdicts with the true result. People wait for the lights or reply quickly. They see verdicts,
never the referee's state.
"""

from __future__ import annotations

import traceback
from collections import Counter
from pathlib import Path

from engine.cards import Card
from engine.dealing import State
from engine.game import begin, options, step
from engine.geometry import Seat
from engine.legal import legal
from engine.play import Leg, Play
from engine.referee.events import Dealt, Reshuffled
from engine.table import table_for
from tests.simulated_games import disturbances, illegal_turns, playing, settling
from tests.simulated_games.people.habits import between, shows
from tests.simulated_games.people.motions import Lift, Nudge, Place
from tests.simulated_games.table_state import Cut, Options, Record, TableState
from tests.simulated_games.tally import Tally
from tests.simulated_games.true_turns import Discrepancy, Turn, debts_of
from tests.simulated_games.world import ImpossibleGestureError


class Game(TableState):
    """One simulated game, from its beginning or from the middle of a game, with a referee of its own."""

    # Playing one turn

    def play(self, turns: int) -> int:
        """Play at most `turns` turns; return how many were played. Discrepancy ends the game early."""
        if self.knows_hands:
            self._deal_seen(dict.fromkeys(self.table.seats, ()))
        for played in range(turns):
            if self.state.over:
                self._see_the_end()
                return played
            self._turn()
            self.tally.turns += 1
        self._check(self.scorer.turns[-1], 3.0)
        return turns

    def _see_the_end(self) -> None:
        if not self.scorer.over:
            self.tally.missed += 1
            raise self.scorer.discrepancy(
                "no end", f"the game is won, and nothing announced by {self.world.t:.3f}"
            )

    def _turn(self) -> None:
        before = self.state
        chosen = self._choose()
        turn = self._begin(chosen)
        if chosen.legs:
            tries = shows(self.rng, self.habits.illegal)
            if not (tries and illegal_turns.slip(self, turn)):
                playing.make(self, turn)
        else:
            playing.discard(self, turn)
        self._finish(turn, before)

    def _choose(self) -> Play:
        """Choose the play or discard of the seat in turn, with the card that is laid if there is one."""
        found = [a for a in options(begin(self.setup, self.state)) if isinstance(a, Play)]
        if self.next_card is not None:
            mine = [a for a in found if a.card == self.next_card]
            if not mine:
                self.readers.take_off(self.state.position.turn)
                self.next_card = None
            found = mine or found
        plays = [a for a in found if a.legs]
        if not plays or (len(plays) < len(found) and shows(self.rng, 0.1)):
            discards = [a for a in found if not a.legs]
            return self.rng.choice([a for a in discards if not self._is_twin(a.card)] or discards)
        twins = [p for p in plays if self._is_twin(p.card)]
        if twins:
            return self.chance.choice(twins)
        if self.options.deck == "real":
            card = self.rng.choice(sorted({p.card for p in plays}, key=str))
            return self.rng.choice([p for p in plays if p.card == card])
        rich = [p for p in plays if len(p.legs) > 1 or any(_eventful(leg) for leg in p.legs)]
        return self.rng.choice(rich if rich and shows(self.rng, 0.4) else plays)

    def _is_twin(self, card: Card) -> bool:
        """Whether the seat's reader cannot distinguish the card from the card last played there."""
        if not self.twins or self.options.cards == "none":
            return False
        before = [turn.play.card for turn in self.scorer.turns if self._same_reader(turn)][-1:]
        return self.readers.tag(card) in [self.readers.tag(each) for each in before]

    def _same_reader(self, turn: Turn) -> bool:
        return self.options.cards == "table" or turn.seat == self.state.position.turn

    def _begin(self, play: Play) -> Turn:
        position, world = self.state.position, self.world
        if world.idle and world.t > world.last_edge + 0.05 and self.next_card is None:
            wood, lying = world.sensors.occupied, tuple(self.readers.shown.items())
            self.cuts.append(Cut(world.t, len(world.events), len(self.scorer.turns), position, wood, lying))
        final = (
            next(o.position for o in legal(self.table, position, play.card.rank) if o.play.legs == play.legs)
            if play.legs
            else position.with_turn(position.next_seat())
        )
        turn = Turn(
            number=len(self.scorer.turns),
            seat=position.turn,
            position=position,
            play=play,
            final=final,
            began=frozenset(self.world.wood),
            shifts_from=len(self.world.shifts),
            since=self.world.t,
            debts=debts_of(self.world),
        )
        self.scorer.turns.append(turn)
        if self.next_card is not None:
            turn.card_t, self.next_card = self.world.t, None
        return turn

    def _finish(self, turn: Turn, before: State) -> None:
        """End the turn: draw, shuffle if needed, and wait or let the next seat play at once."""
        self.state = step(self.setup, before, turn.play)
        self._check_before(turn)
        waits = bool(self.faulty) or self.state.shuffles != before.shuffles
        self.quick = shows(self.rng, self.habits.reply) and not waits
        if not self.quick or self.state.over:
            self._check(turn, 3.0)
            self._between(turn)
        if self.options.cards != "none" and turn.card_t is not None:
            self.readers.played.append(turn.play.card)
        if self.state.shuffles != before.shuffles:
            self.readers.played.clear()
            self.readers.clear(but=self.next_card)
            self.world.feed(Reshuffled(self.world.t))
        if self.knows_hands:
            self._deal_seen({seat: before.hands[seat] for seat in self.table.seats}, turn)
        if self.quick:
            self.world.wait(between(self.rng, 0.1, 0.4))
        else:
            self.world.wait(between(self.rng, 0.2, 2.0))

    def _deal_seen(self, before: dict[Seat, tuple[Card, ...]], turn: Turn | None = None) -> None:
        for seat, hand in before.items():
            old = Counter(hand)
            if turn is not None and seat == turn.seat:
                old[turn.play.card] -= 1
            for card in (Counter(self.state.hands[seat]) - old).elements():
                self.world.feed(Dealt(self.world.t, self.readers.tag(card), seat))

    # Between two turns of a game

    def _between(self, turn: Turn) -> None:
        """With some chance, tidy START, take a card off or adjust a marble between turns."""
        rng, world, board = self.rng, self.world, self.table.board
        if shows(rng, 0.5) and (self.next_card is None or self.options.cards == "seat"):
            self.readers.take_off(turn.seat)
        disturbances.between_turns(self, turn)
        if shows(rng, self.habits.adjust):
            seconds = between(rng, 0.1, 1.5)
            world.do(Nudge(0.0, rng.choice(list(world.wood)), seconds))
            world.wait(seconds + between(rng, 0.02, 0.8))
        if shows(rng, self.habits.tidy):
            homes = [s for s in self.table.seats if any(world.wood.get(h) == s for h in board.start(s))]
            if homes:
                seat, seconds = rng.choice(homes), between(rng, 0.2, 1.5)
                world.plan((Lift(0.0, seat, None), Place(seconds, seat, None)), world.t)
                world.wait(seconds + 0.05)

    def _check_before(self, turn: Turn) -> None:
        """Check that the play of the previous turn has been announced by now."""
        if turn.number:
            self._check(self.scorer.turns[turn.number - 1], 2.5)

    def _check(self, turn: Turn, within: float) -> None:
        """Wait until the turn is recorded, and answer questions; raise Discrepancy if it is not recorded."""
        settling.settle(self, turn, within)


def _eventful(leg: Leg) -> bool:
    return leg.exchange or bool(leg.pushes) or leg.sent is not None


def simulate(options: Options, turns: int, record: Record | None = None) -> Tally:
    """Play games until `turns` turns have been made; a game ends at a discrepancy."""
    tally = Tally()
    table = table_for(options.rules, options.players)
    number = 0
    while tally.turns < turns:
        number += 1
        game = Game(options, table, number, tally, record)
        tally.games += 1
        ended = play_game(game, min(turns - tally.turns, 200))
        if ended is None:
            tally.finished += game.scorer.over
            continue
        tally.turns += 1
        if record is not None:
            record(game, *ended)
    return tally


def play_game(game: Game, turns: int) -> tuple[str, str] | None:
    """Play `turns` turns; return the kind and text of the failure that ended the game early, or None."""
    try:
        game.play(turns)
    except Discrepancy as gone:
        return gone.kind, str(gone)
    except ImpossibleGestureError as error:
        game.tally.impossible += 1
        game.tally.findings.append(f"hand model: {error}")
        return "hand model", str(error)
    except Exception as error:  # noqa: BLE001 (an exception of the referee is counted, and the run goes on)
        place = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        game.tally.crashed += 1
        game.tally.findings.append(f"exception: {text}")
        return "exception", text
    return None
