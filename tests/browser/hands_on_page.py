"""Make plays by hand on the page, as a person does: by clicks, drags, taps or keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from engine.geometry import Board, seat_letter
from engine.play import Leg, Play
from engine.position import Position
from tests.browser.board_page import BoardPage, expect
from tests.examples import some
from tests.kinds_of_play import KINDS

if TYPE_CHECKING:
    from tests.programs import Demo

Way = Literal["click", "drag", "touch", "keys"]
WAYS: tuple[Way, ...] = ("click", "drag", "touch", "keys")

WALKED = some(KINDS, 5)
"""The kinds of play that tests make by following the prompts; other kinds are made without prompts.

With `--all-scenarios` every kind is made in both ways.
"""


class PageHands:
    """A person at the page who moves all marbles by one `way`: clicks, drags, taps or keys."""

    def __init__(self, page: BoardPage, way: Way) -> None:
        self.page = page
        self._act: Callable[[str], None] = {
            "click": page.click,
            "drag": page.click,
            "touch": self._tap,
            "keys": self._press,
        }[way]
        self._way = way

    def carry(self, source: str, target: str) -> None:
        """Move a marble from `source` to `target`; a marble in the target hole goes into the hand."""
        if self._way == "drag":
            self.page.drag(source, target)
        else:
            self._act(source)
            self.page.sees_marble(source, None)
            self._act(target)

    def put(self, target: str) -> None:
        """Put the marble that is in the hand into a hole."""
        if self._way == "drag":
            self.page.drag_from_tray(target)
        else:
            self._act(target)

    def _tap(self, hole: str) -> None:
        self.page.page.touchscreen.tap(*self.page.middle(hole))

    def _press(self, hole: str) -> None:
        self.page.hole(hole).focus()
        self.page.page.keyboard.press("Enter")


def play_by_hand(hands: PageHands, play: Play, position: Position, board: Board) -> None:
    """Make a play as people do: move the marble of each leg, and put each bumped marble where it belongs."""
    standing = {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}
    left = {seat: list(board.start(seat))[: position.start_count(seat)] for seat in position.seats}
    for leg in play.legs:
        _make(hands, leg, standing, left, board, position.turn)


def _make(
    hands: PageHands,
    leg: Leg,
    standing: dict[int, int],
    left: dict[int, list[int]],
    board: Board,
    turn: int,
) -> None:
    name = board.name
    source = leg.source
    if source is None:
        source = left[turn if leg.seat is None else leg.seat].pop()
        colour = turn if leg.seat is None else leg.seat
    else:
        colour = standing.pop(source)
    hands.carry(name(source), name(leg.target))
    there = standing.get(leg.target)
    standing[leg.target] = colour
    hands.page.sees_marble(name(leg.target), seat_letter(colour))
    if leg.exchange:
        assert there is not None
        hands.put(name(source))
        standing[source] = there
        return
    while there is not None:
        free = [hole for hole in board.start(there) if hole not in left[there]]
        pushed = there in leg.pushes
        to = board.in_spot(there) if pushed else free[0]
        hands.put(name(to))
        next_one = standing.get(to) if pushed else None
        standing[to] = there
        if not pushed:
            left[there].append(to)
        hands.page.sees_marble(name(to), seat_letter(there))
        there = next_one


def stand(demo: Demo, line: str) -> None:
    """Set up a position: put the board's marbles into place, and correct the game as a referee does."""
    position = Position.parse(line)
    from engine.geometry import board as board_of

    board = board_of(position.sides)
    wanted: dict[str, str] = {}
    for seat in position.seats:
        out = position.marbles[seat] or ()
        holes = [*out, *board.start(seat)[: position.start_count(seat)]]
        wanted |= {board.name(hole): seat_letter(seat) for hole in holes}
    now = demo.state()["sim"]["wood"]
    for hole, colour in now.items():
        if wanted.get(hole) != colour:
            demo.command("sim/lift", hole=hole)
    demo.command("ruling", decision="correct", by="the test", position=line)
    for hole, colour in wanted.items():
        if now.get(hole) != colour:
            demo.command("sim/place", hole=hole, colour=colour)
    for at, card in demo.state()["sim"]["laid"].items():
        if card:
            demo.command("card", card=None, at=at)
    demo.until(lambda state: state["position"] == position.line() and not state["owing"])


def drawn(page: BoardPage, demo: Demo) -> None:
    """Wait until the page shows every marble in its hole, and a mark at each hole where a marble belongs."""
    page.page.wait_for_function(
        """(wood) => Object.entries(wood).every(([hole, colour]) =>
          document.querySelector(`.hole[data-hole="${hole}"]`)?.dataset.marble === colour)""",
        arg=demo.state()["sim"]["wood"],
    )
    expect(page.page.locator(".marble.stray, .marble.missing")).to_have_count(0)
