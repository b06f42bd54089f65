"""The prompt: the next thing to do, computed from the announced game and the occupied holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.geometry import Hole, Seat
from engine.legal import apply
from engine.play import Play
from engine.position import Position
from engine.referee.lights import Light
from engine.referee.verdicts import Illegal, Owed
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from jokerboard.table.web.prompt import is_calm, prompt
from jokerboard.table.web.prompt_scene import Scene
from tests.kinds_of_play import KINDS, playable

TABLE = table_for(RULES["texas"])
EXCHANGING = table_for(RULES["pegs-and-jokers"])
BOARD = TABLE.board


def standing(position: Position) -> dict[Hole, Seat]:
    """The owners of the marbles of a position, by hole."""
    marbles: dict[Hole, Seat] = {}
    for seat in position.seats:
        marbles |= dict.fromkeys(position.marbles[seat] or (), seat)
        marbles |= dict.fromkeys(BOARD.start(seat)[: position.start_count(seat)], seat)
    return marbles


def scene(
    line: str,
    card: str | None = None,
    *,
    moved: Iterable[tuple[str, str]] = (),
    up: Iterable[str] = (),
    wrong: Illegal | None = None,
    owing: tuple[Owed, ...] = (),
    lights: dict[Hole, Light] | None = None,
    cards: bool = True,
    training: bool = False,
    held: Iterable[str] = (),
    stands: str | None = None,
    table: Table = TABLE,
) -> Scene:
    """A scene with the position `line`, in which marbles were `moved` from hole to hole, or lifted (`up`).

    `wrong`: the last verdict; `owing`: bumped marbles; `held`: letters of marbles in a hand. `stands`: the
    position of the marbles on a simulated board; None for a real board, which does not show their colours.
    """
    position = Position.parse(line)
    marbles = standing(position)
    occupied = set(marbles)
    for source, target in moved:
        occupied.remove(BOARD.hole(source))
        occupied.add(BOARD.hole(target))
    occupied -= {BOARD.hole(hole) for hole in up}
    wood: Mapping[Hole, Seat | None] = (
        dict.fromkeys(occupied) if stands is None else standing(Position.parse(stands))
    )
    lit = {} if lights is None else lights
    last = (cards, training, None, [ord(letter) - ord("A") for letter in held])
    return Scene(table, position, marbles, wood, owing, card, lit, wrong, None, *last)


@pytest.mark.parametrize(
    ("line", "card", "ways"),
    [
        ("-/-/-/- A", "KH", [{"way": "out"}]),
        ("A10/-/-/- A", "AH", [{"way": "out"}, {"way": "on", "n": 1}, {"way": "on", "n": 11}]),
        ("A12/-/-/- A", "8C", [{"way": "back", "n": 8}]),
        ("A1/-/-/- A", "5C", [{"way": "on", "n": 5}]),
        ("A8,B2/-/-/- A", "7H", [{"way": "on", "n": 7}, {"way": "split", "n": 7}]),
        ("-/B8/-/- A", "X", [{"way": "bump"}]),
    ],
)
def test_the_prompt_for_a_laid_card_lists_the_kinds_of_plays_with_that_card(
    line: str, card: str, ways: list[dict[str, Any]]
) -> None:
    assert prompt(scene(line, card)) == {"seat": "A", "code": "play", "card": card, "ways": ways}


def test_the_prompt_asks_for_a_card_or_in_a_game_without_cards_for_a_marble() -> None:
    assert prompt(scene("-/-/-/- B")) == {"seat": "B", "code": "lay"}
    assert prompt(scene("-/-/-/- B", cards=False)) == {"seat": "B", "code": "move"}


def test_after_a_marble_was_moved_without_a_card_the_prompt_asks_for_the_card() -> None:
    assert prompt(scene("A10/-/-/- A", moved=[("A10", "A15")]))["code"] == "lay-for-it"
    assert prompt(scene("-/-/-/- A", moved=[("As1", "A8")]))["code"] == "lay-for-it"
    assert prompt(scene("A10/-/-/- A", up=["A10"]))["code"] == "lay"


def test_during_a_split_the_prompt_shows_the_remaining_count_and_no_mistake() -> None:
    half = scene("A8,B2/-/-/- A", "7H", moved=[("A8", "A11")])
    assert prompt(half) == {"seat": "A", "code": "rest", "done": 3, "of": 7, "left": 4}
    illegal = Illegal(1.0, 0, "split-incomplete", "Only three of seven.")
    scolded = scene(
        "A8,B2/-/-/- A", "7H", moved=[("A8", "A11")], wrong=illegal, lights={11: Light("put-back", 0)}
    )
    assert is_calm(scolded)
    assert prompt(scolded)["code"] == "rest"
    otherwise = scene("A8,B2/-/-/- A", "7H", moved=[("A8", "A16")], wrong=illegal)
    assert not is_calm(otherwise)


def test_after_a_mistake_the_prompt_asks_to_correct_it_instead_of_playing_on() -> None:
    illegal = Illegal(1.0, 0, "wrong-count", "A 5 moves five.")
    lights = {BOARD.hole("A16"): Light("illegal"), BOARD.hole("A10"): Light("put-back", 0)}
    wrong = scene("A10/-/-/- A", "5H", moved=[("A10", "A16")], wrong=illegal, lights=lights)
    assert prompt(wrong) == {"seat": "A", "code": "mend", "from": "A16", "to": "A10", "marble": "A"}
    assert prompt(scene("A10/-/-/- A", "5H", wrong=illegal))["code"] == "wrong"
    must = Illegal(1.0, 0, "must-play", "A 5 has a play.")
    assert prompt(scene("A10/-/-/- A", "5H", wrong=must))["code"] == "must-play"


def test_the_prompt_names_the_hole_of_each_misplaced_marble_until_it_is_lifted() -> None:
    hole = BOARD.hole
    illegal = Illegal(1.0, 0, "wrong-count", "A 5 moves five.")
    lights = {hole("A16"): Light("illegal"), hole("B5"): Light("illegal"), hole("A10"): Light("put-back", 0)}
    moved = [("A10", "A16"), ("B3", "B5")]
    both = scene("A10/B3/-/- A", "5H", moved=moved, wrong=illegal, lights=lights)
    mends = {hole("A10"): hole("A16"), hole("B3"): hole("B5")}
    assert prompt(replace(both, mends=mends))["from"] == "A16"
    up = scene("A10/B3/-/- A", "5H", moved=[("B3", "B5")], up=["A10"], wrong=illegal, lights=lights)
    # The marble on B5 belongs elsewhere, so B5 is not named.
    assert "from" not in prompt(replace(up, mends=mends))


def test_the_prompt_addresses_the_player_who_must_correct_or_carry_a_marble() -> None:
    wrong = Illegal(1.0, 2, "not-your-turn", "It is not C's turn.")
    lights = {BOARD.hole("C16"): Light("illegal"), BOARD.hole("C10"): Light("put-back", 2)}
    mending = scene("-/-/C10/- A", moved=[("C10", "C16")], wrong=wrong, lights=lights)
    assert prompt(mending)["seat"] == "C"
    owing = (Owed(1, (BOARD.start(1)[0],)),)
    carrying = replace(scene("A8/-/-/- B", owing=owing), mover=0)
    assert (prompt(carrying)["code"], prompt(carrying)["seat"]) == ("carry", "A")


def test_the_prompt_asks_to_carry_a_bumped_marble_before_the_next_card() -> None:
    owed = (Owed(2, tuple(BOARD.start(2)[:1])),)
    assert prompt(scene("-/-/A8/- D", owing=owed)) == {
        "seat": "D", "code": "carry", "marble": "C", "to": ["Cs1"],
    }  # fmt: skip


def test_in_training_the_prompt_shows_only_the_targets_of_the_lifted_marble() -> None:
    touched = scene("A8,B2/-/-/- A", "7H", up=["A8"], training=True)
    asked_for = prompt(touched)
    assert (asked_for["code"], asked_for["holes"]) == ("place", ["A15"])
    assert ["A11", 4] in asked_for["parts"]
    assert all(hole.startswith("A") for hole, _ in asked_for["parts"])
    stuck = scene("A8,Ah5/-/-/- A".replace("Ah5", "h5"), "7H", up=["Ah5"], training=True)
    assert prompt(stuck)["code"] == "not-this"


def test_the_prompt_states_that_a_card_has_no_play() -> None:
    assert prompt(scene("-/-/-/- A", "5H")) == {"seat": "A", "code": "no-play", "card": "5H"}


@pytest.mark.parametrize(
    ("up", "held", "wanted"),
    [
        (["A10"], "A", {"code": "play"}),
        (["A10", "C14"], "AC", {"code": "exchange", "holes": ["A10", "C14"]}),
        (["A10"], "C", {"code": "carry", "marble": "C", "to": ["A10"]}),
        (["C14"], "A", {"code": "carry", "marble": "A", "to": ["C14"]}),
        (["A10"], "", {"code": "play"}),  # The colour of the marble in the hand is unknown.
    ],
)
def test_during_an_exchange_the_prompt_names_the_hole_for_the_lifted_marble(
    up: list[str], held: str, wanted: dict[str, Any]
) -> None:
    asked_for = prompt(scene("A10/-/C14/- A", "2S", up=up, held=held, table=EXCHANGING))
    assert {key: asked_for[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    ("line", "card", "up", "held", "marble", "to"),
    [
        ("A8/C3/A13/- A", "5D", ["A8"], "C", "C", ["C3"]),
        ("A8/C3/A13/- A", "5D", ["A8", "C3"], "BC", "C", ["C3"]),
        ("A8/C3/A13/- A", "5D", ["A8"], "B", "B", ["Bs5"]),
        ("A10/-/-/D5 A", "X", ["A10"], "D", "D", ["Ds5"]),
        ("-/A8/-/- A", "KH", [], "B", "B", ["Bs5"]),
    ],
)
def test_the_prompt_names_the_target_of_a_displaced_marble(
    line: str, card: str, up: list[str], held: str, marble: str, to: list[str]
) -> None:
    asked_for = prompt(scene(line, card, up=up, held=held, table=EXCHANGING))
    assert asked_for == {"seat": "A", "code": "carry", "marble": marble, "to": to}


def test_during_a_split_the_prompt_asks_to_carry_a_bumped_marble_first() -> None:
    line = "A8,B2/A11/-/- A"
    asked_for = prompt(scene(line, "7H", up=["A8"], held="B", table=EXCHANGING))
    assert asked_for == {"seat": "A", "code": "carry", "marble": "B", "to": ["Bs5"]}
    assert prompt(scene(line, "7H", up=["A8"], held="A", table=EXCHANGING))["code"] == "play"


def test_the_prompt_asks_for_the_rest_of_a_split_until_its_marble_is_placed() -> None:
    half = scene("A8,B2/-/-/- A", "7H", moved=[("A8", "A11")], up=["B2"])
    assert prompt(half) == {"seat": "A", "code": "rest", "done": 3, "of": 7, "left": 4}
    taking = scene("A8,B2/-/-/B6 A", "7H", moved=[("A8", "A11")], up=["B2", "B6"])
    assert prompt(taking) == {"seat": "A", "code": "rest", "done": 3, "of": 7, "left": 4}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in playable("pegs-and-jokers")])
def test_after_a_complete_play_the_prompt_asks_to_wait_for_the_verdict(kind: str, known: bool) -> None:
    line, text = KINDS[kind]
    card = text.split()[0]
    after = apply(EXCHANGING, Position.parse(line), Play.parse(text, BOARD)).line()
    shown = scene(line, card, stands=after, table=EXCHANGING)
    if known:
        assert prompt(shown) == {"seat": "A", "code": "made"}
    elif kind != "exchange":  # Only the colours show the exchange, because the same holes are full.
        assert prompt(replace(shown, standing=dict.fromkeys(shown.occupied))) == {"seat": "A", "code": "made"}
    assert prompt(scene(line, card, stands=line, table=EXCHANGING))["code"] != "made"


def test_the_prompt_asks_to_carry_the_displaced_marble_before_a_play_is_complete() -> None:
    line, card, after = "A8/A13/-/- A", "5D", "A13/-/-/- B"
    shown = scene(line, card, stands=after, held="B", table=EXCHANGING)
    start = BOARD.start(1)[4]
    assert start in shown.occupied
    in_hand = replace(shown, standing={hole: seat for hole, seat in shown.standing.items() if hole != start})
    assert prompt(in_hand) == {"seat": "A", "code": "carry", "marble": "B", "to": ["Bs5"]}
    assert prompt(replace(in_hand, held=(), standing=dict.fromkeys(in_hand.occupied)))["code"] == "play"


def test_the_prompt_does_not_count_a_play_made_with_another_players_marble() -> None:
    shown = scene("A10/B10/-/- A", "5H", stands="B10/A15/-/- A", table=EXCHANGING)
    assert prompt(shown)["code"] != "made"


def shown_by(
    line: str, card: str, stands: str, wrong: str = "unexplained", machine: str | None = None
) -> Scene:
    """A scene in which the marbles of a simulated board show the position `stands`.

    `wrong`: the code of the last verdict; `machine`: the play that a machine has asked for.
    """
    illegal = Illegal(1.0, 0, wrong, "It is wrong.", (), ())
    asked = None if machine is None else {"code": "machine-carry", "play": machine}
    return replace(scene(line, card, stands=stands, wrong=illegal), machine=asked)


def test_the_first_half_of_a_split_that_sent_a_marble_to_start_is_not_shown_as_a_mistake() -> None:
    half = shown_by("A8,A12/B3,A10/C3,C14/- A", "7H", "A10,A12/B3/C3,C14/- A")
    assert is_calm(half)
    assert prompt(half) == {"code": "rest", "seat": "A", "done": 2, "of": 7, "left": 5}


def test_during_a_machines_split_the_prompt_asks_to_carry_a_bumped_marble_first() -> None:
    line = "D17,h4,h5/A10,D16,h5/C3,D7,h1,h4,h5/A5,B8 D"
    asked = {"code": "machine-carry", "play": "7H A5-A10>B B8-B10"}
    at = Position.parse(line)
    marbles = standing(at)
    now = {hole: seat for hole, seat in marbles.items() if hole != BOARD.hole("A5")}
    now[BOARD.hole("A10")] = 3
    lifted = replace(scene(line, "7H"), standing=now, held=[1], machine=asked)
    assert prompt(lifted) == {"code": "carry", "seat": "D", "marble": "B", "to": ["B3"]}
