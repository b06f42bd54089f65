"""The name of a tournament's rules for people."""

from __future__ import annotations

from jokerboard.tournament.event.model import Settings


def test_the_rules_of_a_tournament_are_named_with_their_house_rules() -> None:
    assert Settings("Cup", rules="own-deck").rules_title == "Own-deck game"
    title = str(Settings("Cup", rules="own-deck", house=(("ace_11", "on"), ("two_swap", "off"))).rules_title)
    assert title.startswith("Own-deck game")
    assert title.index("ace_11=on") < title.index("two_swap=off")
