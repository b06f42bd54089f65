"""The costly plays of an analysed game in words, with the players' names.

The analysis itself (`engine/strategy/recorded.py`) has plays in notation, for programs.
"""

from __future__ import annotations

from engine.errors import NotationError
from engine.play import Play
from engine.position import Position
from engine.records.record import Record
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.records import Json


def worded(analysis: Json, record: Record) -> Json:
    """The analysis of `record`, each mistake with `said` and `instead`: the play, and the better one."""
    table = record.table
    named = {seat: name for seat in table.seats if len(name := record.name(seat)) > 1}
    speaker = Speaker(table.board, named)

    def words(text: str, line: str) -> str:
        before = Position.parse(line, table.rules.marbles_per_player)
        try:
            play = Play.parse(text, table.board)
        except NotationError:
            return text  # a draw or a pass
        return speaker.play(before.turn, str(play.card), play, before)

    mistakes = [
        one | {"said": words(one["done"], one["position"]), "instead": words(one["better"], one["position"])}
        for one in analysis.get("mistakes", [])
    ]
    return analysis | ({"mistakes": mistakes} if mistakes else {})
