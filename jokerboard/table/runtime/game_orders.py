"""The orders of a director or referee for one game, and how people end it themselves.

Every order is recorded with its sentence. The callers, `jokerboard/table/publishing/order_executor.py` and
the page, check that an order is possible and is for this game.

People end a game by giving up, by beginning another one, or without a winner. While such an end can be undone
nothing is judged, because people may clear the board. In a game of several houses another table may have to
decide the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from engine.geometry import Seat, seat_letter, seat_of
from engine.position import Position
from engine.referee.events import DecisionName, Ruling
from engine.referee.verdicts import Final, Over
from engine.table import Table
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.orders import LONGEST_NAME, What, taken
from jokerboard.journal.records import Json, Kind
from jokerboard.table.runtime.announcing import Announcing
from jokerboard.table.runtime.button_menu import Concession, concession_of
from jokerboard.table.runtime.timed_referee import TimedReferee
from jokerboard.words.catalogue import listed, words


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
        text = words("game.goes-on")
        self._keeper.keep([(Kind.ORDER, taken(order, self._announcing.t, text))])
        self._announcing.note(text)
        self._judging.go_on()

    def finish(self, team: tuple[Seat, ...], stoppage: Stoppage, order: Json) -> None:
        """End the game with a result: the seats that have won, none for a draw."""
        self._judging.catch_up()
        t = self._announcing.t
        over = Over(t, team, self._judging.referee.position)
        self._judging.stop(stoppage)
        order = taken(order, t, self._announcing.sentence(over))
        self._announcing.record(None, [over, Final(t, over.position)], order)

    def show_message(self, text: str, order: Json) -> None:
        """Show a message of the director; nothing changes on the board."""
        order = taken(order, self._announcing.t, text)
        self._keeper.keep([(Kind.ORDER, order)], lambda: self._announcing.note(text))


class GameEnding:
    """Ends one game, or lets it continue if people undo the end."""

    def __init__(
        self,
        table: Table,
        number: int,
        judging: TimedReferee,
        announcing: Announcing,
        orders: GameOrders,
        *,
        wall: Callable[[], str],
        another: Callable[[str], None],
        abandon: Callable[[], None],
    ) -> None:
        """`number`: the game's number; `wall` returns the wall clock's time as text.

        `another` gets the letter of the buttons' seat, or "table"; it ends the game and begins another one.
        `abandon` only ends the game.
        """
        self._table, self._number, self._judging, self._announcing = table, number, judging, announcing
        self._orders, self._wall, self._another, self._abandon = orders, wall, another, abandon
        self.asks_elsewhere: Callable[[Concession | None], bool] = lambda _: False
        """Asks the table that decides on ends to end this game by a concession, or (None) without a winner.

        Returns False if this table itself decides.
        """

    def concession(self, place: str) -> Concession | None:
        """The concession that the side of the buttons at `place` can make; None if it cannot give up."""
        log = self._announcing.log
        if log.over is not None:
            return None
        return concession_of(
            self._table, place, log.turn, list(map(seat_of, self._announcing.header.machines))
        )

    def suspend(self) -> bool:
        """Stop judging while the end can be undone; return False if the game is over already."""
        if self._announcing.log.over is not None:
            return False
        if self._judging.stoppage is None:
            self._judging.stop(Stoppage("ending", ""))
        return True

    def go_on(self) -> None:
        """Continue the game, because its end was undone."""
        if self._judging.stoppage is not None and self._judging.stoppage.why == "ending":
            self._judging.go_on()

    def another(self, place: str) -> None:
        """End the game and begin another one, for the buttons at `place`."""
        if not self._asked_elsewhere():
            self._another(place)

    def abandon(self) -> None:
        """End the game without a winner."""
        if not self._asked_elsewhere():
            self._abandon()

    def give_up(self, concession: Concession) -> None:
        """End the game with a win of the other side, because all players of one side give up."""
        if self._announcing.log.over is not None:
            return  # The director has ended the game meanwhile.
        if self.asks_elsewhere(concession):
            self.go_on()
            return
        order = result_order(concession, self._announcing.speaker, self._number, self._wall())
        self._orders.finish(concession.winners, Stoppage("ended", order["by"], order["text"]), order)

    def _asked_elsewhere(self) -> bool:
        """Ask another table to end the game without a winner, if one decides; return whether it was asked."""
        asked = self._announcing.log.over is None and self.asks_elsewhere(None)
        if asked:
            self.go_on()
        return asked


def result_order(concession: Concession, speaker: Speaker, number: int, at: str) -> Json:
    """A result order, in the journal's form, for the end of a game that a side gives up.

    `number` is the game's, `at` the wall clock's time.
    """
    side = sorted((concession.seat, *concession.partners))
    names = list(map(speaker.name, side))
    team = [seat_letter(seat) for seat in concession.winners]
    # One concession always gets the same identity, so that recording it twice changes nothing.
    identity = hashlib.sha256(f"{number} {at} {team}".encode()).hexdigest()[:32]
    text, by = given_up(names), listed(names, "and")
    order_json = {
        "id": identity,
        "by": by[:LONGEST_NAME],
        "at": at,
        "game": number,
        "order": What.RESULT.value,
    }
    return order_json | {"team": team, "text": text}


def given_up(names: Sequence[str]) -> str:
    """The sentence, without a full stop, that these players give up."""
    return words("give-up.given", who=listed(names, "and"), count=len(names))
