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
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.orders import taken
from jokerboard.journal.records import Json, Kind
from jokerboard.table.runtime.announcing import Announcing
from jokerboard.table.runtime.timed_referee import TimedReferee
from jokerboard.words.catalogue import words


class GameOrders:
    """Carries out orders in one game; each `order` is recorded as `journal.orders` describes."""

    def __init__(self, judging: TimedReferee, announcing: Announcing) -> None:
        self._judging, self._announcing, self._keeper = judging, announcing, announcing.keeper

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
        self._judging.feed(Ruling(self._announcing.t, decision, by, n, position, why), order=order)

    def pause(self, stoppage: Stoppage, order: Json) -> None:
        """Stop the game until `go_on`."""
        t = self._announcing.t
        self._judging.stop(stoppage)
        self._keeper.keep([(Kind.ORDER, taken(order, t, stoppage.sentence()))])
        self._announcing.show()

    def go_on(self, order: Json) -> None:
        """Let the game continue."""
        said = words("game.goes-on")
        self._keeper.keep([(Kind.ORDER, taken(order, self._announcing.t, said))])
        self._announcing.note(said)
        self._judging.go_on()

    def finish(self, team: tuple[Seat, ...], stoppage: Stoppage, order: Json) -> None:
        """End the game with a result: the seats that have won, none for a draw."""
        self._judging.catch_up()
        t = self._announcing.t
        over = Over(t, team, self._judging.referee.position)
        self._judging.stop(stoppage)
        order = taken(order, t, self._announcing.sentence(over))
        self._announcing.announcer.said(None, [over, Final(t, over.position)], order)

    def show_message(self, text: str, order: Json) -> None:
        """Show a message of the director; nothing changes on the board."""
        order = taken(order, self._announcing.t, text)
        self._keeper.keep([(Kind.ORDER, order)], lambda: self._announcing.note(text))
