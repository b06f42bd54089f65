"""Lights and words that guide hands: marbles to carry for a machine or another house; hints.

In training, two presses of `help` light the play that `strong` would make, with one reason in words. With a
card on the reader, the hint is the best play of that card. Without one, it is the best card and play of the
hand, if the table has dealt it. If the table does not know the hand, the hint names the cards that can be
played.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.cards import RANKS, Card
from engine.dealing import setup_for
from engine.geometry import Board, Hole, Seat, seat_letter
from engine.legal import legal
from engine.moves import Found
from engine.play import Leg, Play
from engine.position import Position
from engine.referee.lights import Light
from engine.strategy.claims import Kind
from engine.strategy.hints import Hint, hint
from engine.views import SeatView
from jokerboard.journal.games.sentences import Speaker, card_values, card_words
from jokerboard.journal.records import Json
from jokerboard.players.card_sources import CardSource
from jokerboard.players.game_ports import HintedGame
from jokerboard.players.seat_views import dealer_of, open_state, view_of_open_state, with_card
from jokerboard.words.catalogue import Text, listed, words


def carry_lights(
    board: Board, play: Play, before: Position, occupied: Collection[Hole], roles: tuple[str, str]
) -> dict[Hole, Light]:
    """The lights of the marbles that are still to be carried.

    `before`: the position before the play; `occupied`: the holes in which a marble stands now; `roles`: the
    roles of the lights at the source and at the target of a leg.
    """
    lights: dict[Hole, Light] = {}
    leave, come = roles
    for leg in play.legs:
        mover = _mover(leg, before)
        if leg.exchange and leg.source is not None:
            lights[leg.source] = Light(leave, mover)
            lights[leg.target] = Light(leave, before.colour_at(leg.target))
            continue
        taken = before.colour_at(leg.target) is not None
        source = _source(board, leg, before, occupied)
        if source is not None and source in occupied and source not in lights:
            lights[source] = Light(leave, mover)
        if taken or leg.target not in occupied:
            lights[leg.target] = Light(come, mover)
    return lights


def carry_words(board: Board, play: Play, before: Position) -> list[Json]:
    """Each leg of the play as fields for the page: `marble`, `from`, `to`, and `swap` for an exchange."""
    words: list[Json] = []
    for leg in play.legs:
        mover = _mover(leg, before)
        source = "START" if leg.source is None else board.name(leg.source)
        fields: Json = {"from": source, "to": board.name(leg.target)}
        if mover is not None:
            fields["marble"] = seat_letter(mover)
        words.append(fields | ({"swap": True} if leg.exchange else {}))
    return words


def _mover(leg: Leg, before: Position) -> int | None:
    if leg.seat is None and leg.source is not None:
        return before.colour_at(leg.source)
    return leg.seat


def _source(board: Board, leg: Leg, before: Position, occupied: Collection[Hole]) -> Hole | None:
    """The hole that the marble of this leg leaves; in a START, the first hole with a marble.

    None if a marble has been lifted from this START already.
    """
    if leg.source is not None or leg.seat is None:
        return leg.source
    full = [hole for hole in board.start(leg.seat) if hole in occupied]
    return full[0] if len(full) >= before.start_count(leg.seat) > 0 else None


WITHIN = 2.0
"""Seconds within which two presses of `help` ask for a hint."""
ROLES = ("movable", "target")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A hint that is being shown: its play, the position before the play, and the holes occupied then."""

    before: Position
    card: str
    play: Play
    standing: frozenset[Hole]


class HintLights:
    """Shows one table's hints by lights."""

    def __init__(self, game: HintedGame, cards: CardSource | None) -> None:
        self._game, self._cards = game, cards
        self._pressed: tuple[str, float] | None = None
        self._shown: _Shown | None = None

    def helped(self, place: str, t: float) -> None:
        """Take a press of the button `help` at a place."""
        game = self._game
        if game.past.header.mode != "training" or game.log.over is not None:
            return
        before, self._pressed = self._pressed, (place, t)
        if before is None or before[0] != place or t - before[1] > WITHIN:
            return
        self._pressed = None
        self._show()

    def lights(self) -> Mapping[Hole, Light]:
        """The lights of the hint, while people may still follow it.

        The lights end when another card is laid, when a marble outside the play is lifted, and at any
        verdict.
        """
        game, shown = self._game, self._shown
        if shown is None:
            return {}
        other_card = game.card not in (shown.card, None)
        lifted = shown.standing - game.occupied - _holes_of(game.table.board, shown.play)
        if other_card or lifted or game.log.position != shown.before:
            self.end()
            return {}
        return carry_lights(game.table.board, shown.play, shown.before, game.occupied, ROLES)

    def end(self) -> None:
        """Stop showing the hint, if one is shown."""
        self._shown = None

    def _show(self) -> None:
        """Show a hint for the laid card, or for the hand if the table has dealt it."""
        game, seat = self._game, self._game.log.turn
        if game.card is not None:
            card = Card.parse(game.card)
            if legal(game.table, game.log.position, card.rank):
                self._hint(with_card(self._view(seat, card), card))
            else:
                game.note(words("hint.no-play"))
        elif self._cards is not None and self._cards.dealt:
            self._hint(self._cards.view(seat))
        else:
            game.note(self._what_plays())

    def _hint(self, view: SeatView) -> None:
        game = self._game
        if not view.options:
            game.note(words("hint.no-choice"))
            return
        found = hint(view)
        assert isinstance(found.action, Play)
        card = str(found.action.card)
        if found.action.legs:
            self._shown = _Shown(game.log.position, card, found.action, game.occupied)
            text = game.speaker.play(view.seat, card, found.action, game.log.position)
            game.note(words("hint.play", play=text, why=reason(found, game.speaker)))
        else:
            game.note(words("hint.discard", why=reason(found, game.speaker), **card_values(card)))

    def _what_plays(self) -> str:
        """A sentence with the cards that can be played, for a hand that the table does not know."""
        found = Found(self._game.table, self._game.log.position)
        plays = [card_words(rank.value) for rank in RANKS if found[rank]]
        if not plays:
            return words("hint.none")
        return (
            words("hint.any") if len(plays) == len(RANKS) else words("hint.cards", cards=listed(plays, "or"))
        )

    def _view(self, seat: Seat, card: Card) -> SeatView:
        """The seat's view of the game: with its dealt hand, or with the laid card alone."""
        if self._cards is not None and self._cards.dealt:
            view = self._cards.view(seat)
            if card in view.hand:
                return view
        game = self._game
        setup = setup_for(game.table, "", dealer_of(game.table, game.past.header.first_position().turn))
        return view_of_open_state(setup, open_state(setup, game.log, seat, (card,), 0), seat)


def _holes_of(board: Board, play: Play) -> frozenset[Hole]:
    """The holes from which marbles are lifted for this play."""
    holes: set[Hole] = set()
    for leg in play.legs:
        holes |= {leg.target, *map(board.in_spot, leg.pushes)}
        if leg.source is not None:
            holes.add(leg.source)
        elif leg.seat is not None:
            holes |= {*board.start(leg.seat)}
    return frozenset(holes)


def reason(found: Hint, speaker: Speaker) -> Text:
    """The reason of a hint as a clause, with the players' names."""
    claim, values = found.claim, dict[str, object]()
    if claim is not None:
        values["count"] = claim.count
        if claim.seat is not None:
            values["who"] = speaker.name(claim.seat)
        if claim.kind is Kind.SAFE:
            values["cards"] = listed([card_words(rank.value) for rank in claim.ranks], "and")
        elif claim.ranks:
            values |= card_values(claim.ranks[0].value)
    return words(f"why-{found.reason}", **values)
