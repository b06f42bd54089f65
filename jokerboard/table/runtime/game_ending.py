"""How people end one game: a side gives up, another game begins, or there is no winner.

While such an end can be undone nothing is judged, because people may clear the board. In a game of several
houses another table may have to decide the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from engine.geometry import seat_letter, seat_of
from engine.table import Table
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.orders import LONGEST_NAME, What
from jokerboard.journal.records import Json
from jokerboard.table.runtime.announcing import Announcing
from jokerboard.table.runtime.button_menu import Concession, concession_of
from jokerboard.table.runtime.game_orders import GameOrders
from jokerboard.table.runtime.timed_referee import TimedReferee
from jokerboard.words.catalogue import listed, words


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

        `another` takes the place of the buttons, ends the game and begins another one; `abandon` only ends
        it.
        """
        self._table, self._number, self._judging, self._announcing = table, number, judging, announcing
        self._orders, self._wall, self._another, self._abandon = orders, wall, another, abandon
        self.asks_elsewhere: Callable[[Concession | None], bool] = lambda _: False
        """Asks another table, which decides, to end the game: a side gives up, or (None) nobody wins.

        Returns False if this table decides.
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
    told = {"id": identity, "by": by[:LONGEST_NAME], "at": at, "game": number, "order": What.RESULT.value}
    return told | {"team": team, "text": text}


def given_up(names: Sequence[str]) -> str:
    """The sentence, without a full stop, that these players give up."""
    return words("give-up.given", who=listed(names, "and"), count=len(names))
