"""The port between the page and the table: everything that the page asks for.

The page holds no game of its own. It asks its TablePage for the whole state when it needs it, is notified of
changes, and passes on commands whose shape it has checked. The port has no queue: it only announces a change,
and each sender fetches the newest state when it can. So a visitor on a slow line misses intermediate states,
and never makes the table wait.

Everything here happens in the service's own event loop and thread; no call may block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeAlias

from jokerboard.journal.records import Json
from jokerboard.words.catalogue import words


class CommandRefused(ValueError):
    """The table refuses a command in its present state; the message gives the reason.

    `why` is a code for a page that can react, such as by asking whether people are sure; else None.
    """

    def __init__(self, message: str, why: str | None = None) -> None:
        super().__init__(message)
        self.why = why


Change: TypeAlias = Literal["state", "leds"]
Changed: TypeAlias = Callable[[Change], None]

VISITOR_FIELDS = ("may_command", "paired", "pair_code", "taken")
"""The fields of the state that differ between visitors. The app adds them; a TablePage leaves them out."""


class GamesKept:
    """The games that a table has kept, by their numbers; None is the game on the board.

    These methods read the disk and may take a while; all but `listed` may be called in any thread. They raise
    CommandRefused if there is no such game, or if it is still being played and would reveal hidden cards.

    This base class is for a table that still waits: it has no games and refuses every other request.
    """

    def __init__(self, why: str) -> None:
        """`why`: the sentence with the reason to wait."""
        self._why = why

    def listed(self) -> Json:
        """The `games`, their players' results (`book`), and whether more is still being read (`weighing`)."""
        return {"games": [], "book": [], "weighing": False}

    def game(self, number: int) -> Json:  # noqa: ARG002
        """A kept game: the fields of `plays`, its `number`, its `header`, and the seats that won (`over`)."""
        raise CommandRefused(words("not-now", why=self._why))

    def analysis(self, number: int) -> Json:
        """The analysis of a kept game; see `TablePage.analysis`."""
        return self.game(number)

    def record(self, number: int | None) -> tuple[str, str]:  # noqa: ARG002
        """A file name, and the game's record as text; the game on the board is allowed."""
        raise CommandRefused(words("not-now", why=self._why))

    def shared(self, number: int | None, language: str) -> tuple[str, str]:  # noqa: ARG002
        """A file name, and one page of HTML that shows a game without table or network."""
        raise CommandRefused(words("not-now", why=self._why))


class HousesDesk(Protocol):
    """The other boards of a shared game, as the page sees them."""

    def state(self) -> Json:
        """The state: `role` (host, guest or null), the `seats` here, `question`, and the links; no codes."""
        ...

    def codes(self) -> list[Json]:
        """The codes of the invitations, see `TablePage.codes`."""
        ...

    def command(self, body: Mapping[str, Any]) -> None:
        """Carry out the page's command `houses`; raise JokerboardError with the reason if it is refused."""


class TablePage(Protocol):
    """One table, as the page sees it; methods that a subclass leaves out answer as without a game."""

    @property
    def kept(self) -> GamesKept:
        """The games that the table has kept."""
        ...

    def state(self) -> Json:
        """The whole state, ready for `json.dumps`, without the fields of `VISITOR_FIELDS`.

        The caller must not change the dictionary. Its `seq` grows with every change of another field.
        """
        ...

    def layout(self, sides: int | None = None) -> Json:
        """The board's holes with their places in millimetres, in the order of the engine's integers.

        `sides`: the number of sides, as a kept game's board may have had; None for the board on the table.

        The layout may change with a new game on another board; `game.sides` of the state then changes too.
        """
        ...

    def rules(self) -> list[Json]:
        """The rule sets of new games; see `jokerboard/table/web/rules_view.py`."""
        ...

    def rule_card(self) -> Json:
        """The summary of the rules that are played, or of the first set; see `rules_view.py`."""
        ...

    def plays(self, since: int) -> Json:  # noqa: ARG002
        """The game: `game`, `revision`, `first` (a position line), and the `steps` changed since."""
        return {"game": None, "revision": 0, "first": None, "steps": []}

    def hand(self, seat: str | None) -> Json | None:  # noqa: ARG002
        """The dealt hand of a seat (None: the seat in turn) as `seat` and `cards`; None if nothing is dealt.

        Only that seat's player may see it.
        """
        return None

    def choices(self, card: str) -> Json:
        """The legal plays of a card for the seat in turn: `n`, and `plays` with `play` and `legs`.

        A leg is `[from, to, seat]`; `from` is the seat's letter with `s` for a marble in START.
        Raise CommandRefused if there is no game.
        """
        ...

    def explain(self) -> Json | None:
        """The table's explanations of what it has seen since the last play: `readings`, the likeliest first.

        Each has `play` (a sentence), `likely` (a sentence, empty for the first) and `steps` (sentences). None
        if the table can give no explanation; the state then has no `explains`.
        """
        return None

    def analysis(self) -> Json | None:
        """Each team's winning chance over the course of the game; None until the game is over.

        See `engine/strategy/analysis.py`. If the hands are known, the costliest plays are computed in the
        background; while `weighing` is true they are still missing.
        """
        return None

    def codes(self) -> list[Json]:
        """The invitations of other boards, each as `house`, `seats`, `code`, `via` and `link`.

        Only visitors who may send commands get them.
        """
        return []

    def lit(self) -> Mapping[str, str]:
        """The colour of each LED that is not dark, by hole, as six hex digits."""
        ...

    def subscribe(self, changed: Changed) -> Callable[[], None]:
        """Call `changed` after every change, with its kind; the returned function ends the subscription.

        `changed` must return at once and never raise. It may be called at any rate.
        """
        ...

    async def command(self, name: str, body: Mapping[str, Any]) -> None:
        """Carry out the command `name` (see `commands.COMMANDS`); return once the state shows its effect.

        `body` has only known fields, of the right types and within limits (see
        `jokerboard/table/web/commands.py`); whether its hole, seat or card exists at this table is checked
        here. Raise `CommandRefused` with one sentence if the table refuses.
        """
        ...
