"""The simulated people around one table: the player in turn thinks, lays a card, moves marbles, corrects.

All players are one script, because people at a table act one after another. A turn: put right what the lights
show as wrong; choose; lay the card; sometimes try something illegal, wait for the alarm, and correct it by
the lights; carry the play out; wait until it is announced; take the card away. At every step the board may
have changed (another hand, a service that was killed and restarted), so they look before they act, and they
stop what they began as soon as the table announces an alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from engine.cards import Card
from engine.errors import NotationError
from engine.game import Action
from engine.geometry import Seat, seat_letter
from engine.legal import legal
from engine.play import Play
from hardware.clock import Clock
from jokerboard.journal.games.game_lines import TABLE
from jokerboard.players.seat_views import dealer_of
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.people.choice_of_play import Chance, choose
from jokerboard.simulation.people.correcting import Corrector, Flow, announced, answer
from jokerboard.simulation.people.eyes_and_hands import Hand, Observation, carried_out
from jokerboard.simulation.people.machine_helpers import MachineHelpers
from jokerboard.simulation.people.memory import Cards, DealtByTable, Doing, Memory, Seen
from jokerboard.simulation.people.script import Pause, Runner, Script, Until, Wait
from jokerboard.table.runtime.running_game import RunningGame

_SEEN_WITHIN = 2.0
"""The most seconds until the table shows a laid card."""
_AWAY = 0.5
"""Seconds for which a card that did not count as laid is held off the reader, at any speed of play.

The reader must miss it. The time grows with each try, because a card that returns too soon counts as a bad
read.
"""
_READS, _TOUCHES = 0.45, 0.2
"""Seconds, at any speed of play, for reading a question and for touching the marble that answers it."""
_GLANCE = 0.06
"""The least seconds between two actions, at any speed: lights follow hands by about 15 ms."""


class People:
    """Everybody at one simulated table. `kept` is called with the memory whenever it changes."""

    def __init__(
        self,
        game: RunningGame,
        sim: SimulatedBoard,
        clock: Clock,
        memory: Memory,
        kept: Callable[[Memory], None],
    ) -> None:
        self._game, self._sim, self._clock = game, sim, clock
        self._table = game.table
        self._memory, self._kept = memory, kept
        self._made: Play | None = None
        """The last play made, announced or not; None before any."""
        self._view = Observation(game, sim)
        self._hand = Hand(sim)
        self._cards: Cards | DealtByTable = (
            Cards(self._table, memory.seed, dealer_of(self._table, game.first))
            if game.dealer is None
            else DealtByTable(game.dealer)
        )
        self._cards.follow(self._seen())
        self._blunder_next = False
        self._pause_after: int | None = None
        self._tries = 0
        self.turns = 0
        self.corrector = Corrector(
            self._view, self._hand, self._wait, lambda again: self._chance("mend", self._tries, again)
        )
        self._machines = MachineHelpers(
            self._table, self._view, sim, self._wait, self._cards.hand, lambda: self._memory, self._remember
        )
        self._runner = Runner(clock, self._life())
        game.on_change(self._runner.notice)
        kept(memory)

    @property
    def memory(self) -> Memory:
        """The people's memory, as it is written to the file."""
        return self._memory

    def start(self) -> None:
        """Begin to play."""
        self._runner.start()

    def close(self) -> None:
        """Stop playing; people keep the marbles that they hold."""
        self._runner.close()

    def do(self, doing: Doing) -> None:
        """Set whether people play, pause with empty hands, or leave."""
        self._pause_after = None
        self._remember(replace(self._memory, doing=doing))
        self._runner.notice()

    def step(self) -> None:
        """Play until one more play is announced, then pause."""
        self.do("playing")
        self._pause_after = self._view.n

    def blunder(self) -> None:
        """Try something illegal in the next turn that moves a marble; `step` goes on until that turn."""
        self._blunder_next = True

    def speed(self, factor: float) -> None:
        """Set how many times faster than people the simulated players act."""
        self._remember(replace(self._memory, speed=factor))

    def _remember(self, memory: Memory) -> None:
        self._memory = memory
        self._kept(memory)

    def _life(self) -> Generator[Wait, bool, None]:
        yield from self._wait(1.0)
        while True:
            yield Until(lambda: self._playing and not self._view.over)
            # After two failures, marbles moved before a restart may be out of place.
            yield from self.corrector.set_right(by_lights_only=self._tries < 2)
            # The question is about a play that was announced already.
            if self._view.asked and self._made is not None:
                chance = self._chance("asked", self._tries)
                yield from answer(self._table, self._view, self._hand, self._made, chance, self._pauses)
            before = self._view.n
            if self._playing and not self._view.over:
                self._fill_hands()
                yield from self._machines.deal()
                yield from self._turn()
            if self._stepped:
                self.do("paused")
            self._tries = 0 if self._view.n != before else self._tries + 1

    def _turn(self) -> Script:
        """Play one turn as far as possible."""
        eyes, seat, n = self._view, self._view.position.turn, self._view.n
        if eyes.machine_asks:
            yield from self._machine_turn(seat, n)
            return
        self._fill_hands()
        chance = self._chance(self._tries)
        action = self._choice(chance)
        self.turns += self._tries == 0
        yield from self._wait(chance.seconds(0.6, 3.0))
        if eyes.n != n or eyes.something_wrong:
            return
        card = action.card if isinstance(action, Play) else None
        if card is not None and not (yield from self._lay(seat, card, n)):
            return
        if isinstance(action, Play) and action.legs:
            if not (yield from self._move(action, n, chance)):
                return
        elif not (yield Until(lambda: eyes.n != n, 1.0)):
            yield from self._wait(0.5)
            self._sim.buttons.press("ok", seat_letter(seat))
            yield Until(lambda: eyes.n != n, eyes.announced_within)
        yield from self.corrector.set_right()
        yield from self._wait(chance.seconds(0.2, 0.9))
        yield from self._take_away(seat)

    def _machine_turn(self, seat: Seat, n: int) -> Script:
        """Do a machine's turn as far as possible."""
        eyes, chance = self._view, self._chance("machine", self._tries)
        if (yield from self._machines.wanted()):
            play = self._machines.play()
            self.turns += self._tries == 0
            other = self._machines.another(play, chance) if play.legs else None
            if other is not None and self._tries == 0 and chance.happens(self._memory.mistakes):
                yield from self.corrector.err(self._table, play, chance, card_seen=True, other=other)
            if eyes.n == n and play.legs and not (yield from self._move(play, n, chance)):
                return
        yield from self.corrector.set_right()
        yield from self._take_away(seat)

    def _choice(self, chance: Chance) -> Action:
        """The play for this turn; if a card is laid already, a play of that card."""
        table, position, laid = self._table, self._view.position, self._view.card
        options = self._cards.options(position)
        if laid is not None and not any(isinstance(o, Play) and o.card == laid for o in options):
            found = legal(table, position, laid.rank)
            options = tuple(Play(laid, each.play.legs) for each in found) or (Play(laid),)
        elif laid is not None:
            options = tuple(o for o in options if isinstance(o, Play) and o.card == laid)
        letter = seat_letter(position.turn)
        return choose(table, position, options, self._memory.strength(letter), chance)

    def _lay(self, seat: Seat, card: Card, n: int) -> Flow:
        """Lay the card on the reader unless it is already there; return True once the table shows it."""
        place = self._place(seat)
        if place is None:
            self._remember(self._memory.with_card(n + 1, str(card)))
            return True
        if self._view.card == card:
            return True
        lying = self._sim.laid.get(place)
        if lying is not None:
            self._sim.lay(place, None)
            yield from self._wait(0.5)
            if lying == str(card):
                yield Pause(_AWAY * (1 + self._tries))
        self._sim.lay(place, str(card))
        return (yield Until(lambda: self._view.card == card or self._view.n != n, _SEEN_WITHIN))

    def _take_away(self, seat: Seat) -> Script:
        """Take the played card off the reader, and fill the hand."""
        place = self._place(seat)
        if place is not None and self._sim.laid.get(place) is not None and self._view.position.turn != seat:
            self._sim.lay(place, None)
            if place == TABLE:
                # With one reader for all, the next card waits until the removal of this one has been
                # detected.
                yield from self._wait(0.4)
        self._fill_hands()

    def _fill_hands(self) -> None:
        """Draw up to full hands, and announce shuffles, including those missed before a restart."""
        self._cards.follow(self._seen())
        if self._cards.shuffles > self._memory.shuffles:
            self._game.reshuffle()
            self._remember(replace(self._memory, shuffles=self._cards.shuffles))

    def _move(self, play: Play, n: int, chance: Chance) -> Flow:
        """Move the marbles of a play, perhaps after a mistake; return True when it was announced."""
        eyes, board = self._view, self._table.board
        self._made = play
        yield from self._wait(chance.seconds(0.3, 1.2))
        if self._blunder_next or (self._tries == 0 and chance.happens(self._memory.mistakes)):
            tried = yield from self.corrector.err(
                self._table, play, chance, card_seen=bool(self._sim.readers)
            )
            self._blunder_next = self._blunder_next and not tried
            if eyes.n != n:
                return True
        owners = {hole: seat for hole, seat in eyes.marbles.items() if not board.is_start(hole)}
        try:
            steps = carried_out(board, play, owners, chance)
        except KeyError:  # Another hand has interfered, so a marble is not where the play begins.
            return False
        for step in steps:
            yield from self._wait(chance.seconds(0.15, 0.9))
            if eyes.something_wrong or not self._hand.do(step, chance):
                return False
        return (yield from announced(self._table, eyes, self._hand, play, n, chance, self._pauses))

    def _pauses(self, chance: Chance) -> tuple[float, float]:
        """Seconds to read a question, and to hold the marble that answers it."""
        speed = self._memory.speed
        return max(chance.seconds(0.5, 1.5) / speed, _READS), max(0.3 / speed, _TOUCHES)

    def _chance(self, *what: object) -> Chance:
        """The random numbers for the purpose `what` after the present number of plays."""
        return Chance(self._memory.seed, self._memory.game, self._view.n, *what)

    @property
    def _playing(self) -> bool:
        return self._memory.doing == "playing" and self._game.stoppage is None

    @property
    def _stepped(self) -> bool:
        """Whether the single turn that `step` asked for is over."""
        return self._pause_after is not None and self._view.n > self._pause_after and not self._blunder_next

    def _wait(self, seconds: float) -> Flow:
        """Wait `seconds`; while people are stopped with empty hands, the time does not count."""
        yield Pause(max(seconds / self._memory.speed, _GLANCE))
        if not self._playing and not self._hand.held:
            yield Until(lambda: self._playing)
        return True

    def _place(self, seat: Seat) -> str | None:
        """The place of the seat's card; None at a table without readers."""
        return next((place for place in (seat_letter(seat), TABLE) if place in self._sim.readers), None)

    def _seen(self) -> list[Seen]:
        """The cards of the plays in force, with the seats that played them."""
        seen = []
        for played in self._view.plays:
            text = self._memory.used.get(str(played.n), played.card)
            try:
                seen.append((played.seat, Card.parse(text)))
            except NotationError:
                # The card was not read, several ranks explain the play, and these people did not make it.
                continue
        return seen
