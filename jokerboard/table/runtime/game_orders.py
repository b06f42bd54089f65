"""The orders of a director or referee for one game: decide, pause, continue, end, show a message.

Every order is recorded with its sentence. The callers, `jokerboard/table/publishing/order_executor.py` and
the page, check that an order is possible and is for this game.
"""

from __future__ import annotations

from engine.geometry import Seat
from engine.position import Position
from engine.referee.events import DecisionName, Ruling
from engine.referee.verdicts import Final, Over
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.games.stoppage import Stoppage
from jokerboard.journal.orders import taken
from jokerboard.journal.records import Json, Kind
from jokerboard.table.runtime.announcer import Announcer, RecordKeeper
from jokerboard.table.runtime.game_clock import GameClock
from jokerboard.table.runtime.timed_referee import TimedReferee
from jokerboard.words.catalogue import words


class GameOrders:
    """Carries out orders in one game; each `order` is recorded as `journal.orders` describes."""

    def __init__(
        self,
        judging: TimedReferee,
        keeper: RecordKeeper,
        announcer: Announcer,
        log: GameLog,
        speaker: Speaker,
        time: GameClock,
    ) -> None:
        self._judging, self._keeper, self._announcer = judging, keeper, announcer
        self._log, self._speaker, self._time = log, speaker, time

    def rule(
        self,
        decision: DecisionName,
        by: str,
        n: int | None,
        position: Position | None,
        why: str = "",
        order: Json | None = None,
    ) -> None:
        """Carry out the decision of a human referee; `why` and the `order` behind it are recorded with it.

        Raise RefereeError or JokerboardError if it is impossible.
        """
        stoppage = self._judging.stoppage
        if decision == "let-stand" and stoppage is not None and stoppage.why == "paused":
            raise JokerboardError(words("game.paused"))
        # Due verdicts are announced first, even if the decision turns out to be impossible.
        self._judging.catch_up()
        self._judging.feed(Ruling(self._time.now(), decision, by, n, position, why), order=order)

    def pause(self, stoppage: Stoppage, order: Json) -> None:
        """Stop the game until `go_on`."""
        t = self._time.now()
        self._judging.stop(stoppage)
        self._keeper.keep([(Kind.ORDER, taken(order, t, stoppage.sentence()))])
        self._announcer.show()
        self._announcer.notify()

    def go_on(self, order: Json) -> None:
        """Let the game continue."""
        t, said = self._time.now(), words("game.goes-on")
        self._keeper.keep([(Kind.ORDER, taken(order, t, said))])
        self._announcer.note(said, t)
        self._judging.go_on()

    def finish(self, team: tuple[Seat, ...], stoppage: Stoppage, order: Json) -> None:
        """End the game with a result: the seats that have won, none for a draw."""
        self._judging.catch_up()
        t = self._time.now()
        over = Over(t, team, self._judging.referee.position)
        self._judging.stop(stoppage)
        said = self._speaker.sentence(over, self._log.position).text
        self._announcer.said(None, [over, Final(t, over.position)], taken(order, t, said))

    def show_message(self, text: str, order: Json) -> None:
        """Show a message of the director; nothing changes on the board."""
        t = self._time.now()
        self._keeper.keep([(Kind.ORDER, taken(order, t, text))], lambda: self._announcer.note(text, t))
