"""The page of a table on a simulated board: its state and its commands."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.text import Text
from hardware.twin.wood import VirtualBoard
from jokerboard.host.files import BOARD
from jokerboard.journal.file import records
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import VISITOR_FIELDS, CommandRefused
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.jokerboard.table.web.virtual_page import Page
from tests.programs import tries

FIELDS = {
    "seq", "game", "turn", "card", "position", "n", "marbles", "owing", "lights", "verdict", "over",
    "faults", "sim", "simulated", "version", "prompt", "last", "revision", "ended", "explains",
}  # fmt: skip


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path)


def test_the_state_of_a_table_has_every_field_except_the_visitors_permissions(page: Page) -> None:
    state = page.state
    assert set(state) == FIELDS
    assert not set(state) & set(VISITOR_FIELDS)
    assert state["game"]["teams"] == [["A", "C"], ["B", "D"]]
    assert state["game"]["names"] == {"A": "Ann"}
    assert state["lights"] == {f"{state['turn']}8": {"role": "turn", "seat": state["turn"]}}
    assert (len(state["marbles"]), state["sim"]["wood"]) == (20, state["marbles"])
    assert (state["sim"]["people"], state["card"], state["over"]) == ("off", None, None)


def test_a_marble_lifted_and_placed_on_the_page_is_announced_as_a_play(page: Page) -> None:
    seat = page.state["turn"]
    page.do("card", card="KH", at=seat)
    assert page.state["card"] == {"text": "KH", "at": seat}
    page.do("sim/lift", hole=f"{seat}s3")
    assert page.state["sim"]["hands"] == [{"colour": seat, "from": f"{seat}s3"}]
    page.do("sim/place", hole=f"{seat}8", colour=seat)
    state = page.state
    assert state["n"] == 1
    listed = page.desk.plays(0)
    (step,) = listed["steps"]
    assert (listed["revision"], listed["game"], listed["first"][-1]) == (1, state["game"]["id"], seat)
    assert step == {
        "at": 0, "t": step["t"], "n": 1, "seat": seat, "card": "KH", "position": state["position"],
        "play": f"KH {seat}s-{seat}8", "text": state["verdict"]["text"], "state": "ok",
    }  # fmt: skip
    assert "brings a marble out with a king" in step["text"]
    # The text has a code, for pages in other languages.
    assert isinstance(step["text"], Text)
    assert page.desk.plays(1)["steps"] == []
    assert state["last"]["back"] == [[f"{seat}8", f"{seat}s1", seat]]
    assert state["marbles"][f"{seat}8"] == seat
    assert state["position"].endswith(state["turn"])


def test_the_page_shows_every_hole_in_the_colour_that_was_sent_to_the_strip(page: Page) -> None:
    seat = page.state["turn"]
    page.do("card", card="KH", at=seat)
    page.do("sim/move", {"from": f"{seat}s1", "to": f"{seat}9"})
    page.table.wait(1.5)
    state = page.state
    assert state["lights"][f"{seat}9"] == {"role": "illegal", "seat": None}
    assert state["lights"][f"{seat}s1"] == {"role": "put-back", "seat": seat}
    assert state["verdict"]["tone"] == "bad"
    holes = page.table.sim.board
    sent = {holes.name(i): page.table.sim.lamps.pixels[3 * i : 3 * i + 3].hex() for i in range(holes.holes)}
    assert page.desk.lit() == {name: colour for name, colour in sent.items() if colour != "000000"}
    assert page.desk.lit()
    assert "leds" in page.changes


def test_a_bumped_marble_that_is_still_held_is_shown_with_its_target(page: Page) -> None:
    first = page.state["turn"]
    page.table.play("KH", (f"{first}s1", f"{first}8"))
    second = page.state["turn"]
    page.do("card", card="X#1", at=second)
    page.do("sim/lift", hole=f"{first}8")
    page.do("sim/move", {"from": f"{second}s1", "to": f"{first}8"})
    state = page.state
    assert state["owing"] == [{"marble": first, "to": [f"{first}s1"]}]
    assert state["lights"][f"{first}s1"] == {"role": "bump", "seat": first}
    assert state["sim"]["hands"] == [{"colour": first, "from": f"{first}8"}]
    page.do("sim/place", hole=f"{first}s1", colour=first)
    assert page.state["owing"] == []


def test_the_page_refuses_a_marble_of_the_wrong_colour_in_a_hole_where_no_sensor_detects_the_mistake(
    page: Page,
) -> None:
    first = page.state["turn"]
    page.table.play("KH", (f"{first}s1", f"{first}8"))
    second = page.state["turn"]
    page.do("sim/lift", hole=f"{first}8")
    page.do("sim/lift", hole=f"{second}s1")
    name = page.table.game.speaker.name
    right, wrong = (name(ord(seat) - ord("A")) for seat in (first, second))
    page.do("card", card="KC", at=second)
    refused = page.refused("sim/place", hole=f"{first}8", colour=second)
    assert refused == f"A marble of {right} belongs in {first}8; this one is {wrong}'s."
    page.do("sim/place", hole=f"{first}8", colour=first)
    page.do("sim/place", hole=f"{second}s1", colour=second)
    # Sensors can detect this mistake, so the page does not refuse it.
    page.do("sim/move", {"from": f"{second}s1", "to": f"{second}9"})
    page.table.wait(1.5)
    assert page.state["verdict"]["kind"] == "illegal"


def test_a_mistake_that_remains_after_another_mistake_was_corrected_is_not_announced_as_new(
    tmp_path: Path,
) -> None:
    page = Page(tmp_path, Wanted(names={"A": "Ann"}, position="A8,A12/B3/-/- A"))
    table = page.table
    table.lay("5H", "A")
    for source, target in (("A8", "A11"), ("B3", "B5")):
        table.move(source, target)
        table.wait(2.0)
    assert page.state["verdict"]["tone"] == "bad"
    table.move("B5", "B3")
    table.wait(2.0)
    verdict = page.state["verdict"]
    assert (verdict["tone"], verdict["again"], page.state["prompt"]["from"]) == ("info", True, "A11")
    assert len(page.desk.plays(0)["steps"]) == 2
    table.move("A11", "A8")
    table.wait(2.0)
    table.move("A8", "A11")
    table.wait(2.0)
    assert page.state["verdict"]["tone"] == "bad"


def test_every_change_of_the_state_notifies_the_page_and_increases_the_states_number(page: Page) -> None:
    before = page.state["seq"]
    page.changes.clear()
    page.do("sim/lift", hole="As1")
    assert "state" in page.changes
    assert page.state["seq"] > before
    page.leave()
    page.changes.clear()
    page.do("sim/place", hole="As1", colour="A")
    assert page.changes == []


def test_a_button_pressed_on_the_page_reaches_the_game(page: Page) -> None:
    seat = page.state["turn"]
    page.do("card", card="KH", at=seat)
    page.do("button", name="help", at=seat)
    roles = {light["role"] for light in page.state["lights"].values()}
    assert {"movable", "target"} <= roles


def test_a_referees_correction_on_the_page_sets_the_position(page: Page) -> None:
    page.do("ruling", decision="correct", by="Eve", position="A8/-/-/- B")
    assert (page.state["position"], page.state["verdict"]["kind"]) == ("A8/-/-/- B", "decision")
    assert "Eve decides" in page.state["verdict"]["text"]


def test_a_referees_decision_is_recorded_and_announced_with_its_reason(page: Page, tmp_path: Path) -> None:
    page.do("ruling", decision="correct", by="Eve", position="A8/-/-/- B", why="A sleeve brushed it.")
    assert page.state["verdict"]["text"].startswith(
        "Eve decides: the board is set right (A sleeve brushed it);"
    )
    decisions = [record.data for record in records(tmp_path / FILE) if "decision" in record.data]
    assert [(data["by"], data["why"]) for data in decisions] == [("Eve", "A sleeve brushed it.")] * 2
    page.table.close()
    again = GamePage(VirtualTable(tmp_path).desk)
    assert "(A sleeve brushed it)" in again.state()["verdict"]["text"]


def test_after_a_shuffle_a_copy_of_a_card_that_was_played_before_may_be_played_again(
    page: Page, tmp_path: Path
) -> None:
    first = page.state["turn"]
    page.table.play("KH#1", (f"{first}s1", f"{first}8"))
    page.do("card", card="KH#1", at=page.state["turn"])
    assert "was played before" in page.state["verdict"]["text"]
    page.do("card", card=None, at=page.state["turn"])
    page.do("reshuffle")
    assert page.state["verdict"]["text"] == "The cards were shuffled."
    second = page.state["turn"]
    page.table.play("KH#1", (f"{second}s1", f"{second}8"))
    assert page.state["n"] == 2
    assert [record.data for record in records(tmp_path / FILE) if "reshuffle" in record.data]


def test_after_an_abandoned_game_the_page_shows_no_game(page: Page) -> None:
    page.do("game", action="abandon")
    # This is the state before the minute in which the end can be undone is over.
    page.do("game", action="abandon")
    state = page.state
    assert set(state) == FIELDS - {"explains"}
    assert state["game"] is None
    assert "abandoned" in state["verdict"]["text"]
    assert page.desk.layout()["sides"] == 4
    assert "no game" in page.refused("sim/lift", hole="As1")
    assert "no game" in page.refused("game", action="abandon")
    page.do("game", action="new", rules="texas", players=4)
    assert page.state["game"]["rules"] == "texas"


def test_a_card_without_a_play_may_be_discarded_only_if_no_card_of_the_hand_has_a_play(
    tmp_path: Path,
) -> None:
    page = Page(tmp_path, Wanted(dealt=True))
    for _ in tries("a hand has a card with a play, and one without"):
        seat = page.state["turn"]
        hand = page.desk.hand(seat)
        assert hand is not None
        idle = next(card for card in hand["cards"] if card not in hand["moves"])
        if hand["moves"]:
            break
        assert "discards it and ends the turn" in page.refused("card", card=idle, at=seat)
        page.do("card", card=idle, at=seat, sure=True)
    assert "must lay a card that has a play" in page.refused("card", card=idle, at=seat)


def test_players_can_be_named_and_renamed_on_the_page(page: Page) -> None:
    page.do("game", action="names", names={"A": "Anna", "C": "Cleo"})
    assert page.state["game"]["names"] == {"A": "Anna", "C": "Cleo"}
    assert "Nobody sits at F" in page.refused("game", action="names", names={"F": "Fay"})


def test_a_marble_carried_while_another_game_begins_is_not_put_on_the_new_games_board(
    page: Page, tmp_path: Path
) -> None:
    async def meanwhile() -> None:
        carried = asyncio.ensure_future(page.desk.command("sim/move", {"from": "As1", "to": "A8"}))
        await asyncio.sleep(0)
        await page.desk.command("game", {"action": "new", "rules": "texas", "players": 4})
        await page.ended(carried)
        with pytest.raises(CommandRefused, match="Another game has begun meanwhile"):
            await carried

    asyncio.run(meanwhile())
    wood = page.table.sim.wood.marbles
    assert len(wood) == 20
    assert VirtualBoard.load(tmp_path / BOARD).marbles == wood


@pytest.mark.parametrize(("name", "body", "sentence"), [
    ("sim/lift", {"hole": "A0"}, "There is no marble in A0 to lift"),
    ("sim/lift", {"hole": "F1"}, "No hole is called 'F1'"),
    ("sim/place", {"hole": "A0", "colour": "A"}, "Nobody holds a marble of A"),
    ("sim/move", {"from": "As1", "to": "As2"}, "There is a marble in As2 already"),
    ("sim/move", {"from": "A0", "to": "A1"}, "There is no marble in A0"),
    ("card", {"card": "7H", "at": "F"}, "There is no card reader at F; the readers here are: A, B, C, D"),
    ("ruling", {"decision": "correct", "by": "x", "position": "A8 A"}, "A board has 3 to 8 sides"),
    ("game", {"action": "new", "rules": "chess", "players": 4}, "No rule set is called 'chess'"),
    ("game", {"action": "new", "rules": "texas", "players": 5}, "Texas is for 4, 6 players"),
    ("game", {"action": "new", "rules": "texas", "players": 4, "names": {"F": "Fay"}}, "Nobody sits at F"),
])  # fmt: skip
def test_an_impossible_command_of_the_page_is_refused_with_a_sentence(
    page: Page, name: str, body: dict[str, Any], sentence: str
) -> None:
    before = page.state["game"]["id"]
    assert sentence in page.refused(name, body)
    assert page.state["game"]["id"] == before
    assert page.state["sim"]["hands"] == []


def test_the_old_game_goes_on_after_a_refused_request_for_a_new_game(page: Page) -> None:
    seat = page.state["turn"]
    page.refused("game", action="new", rules="texas", players=7)
    page.table.play("KH", (f"{seat}s1", f"{seat}8"))
    assert page.state["n"] == 1


@pytest.mark.parametrize("device", ["reader A", "sensors"])
def test_a_lost_device_is_listed_as_a_fault_with_the_reason_until_the_device_answers(
    page: Page, device: str
) -> None:
    sensors: Any = page.table.game._devices.sensors
    lost = sensors if device == "sensors" else page.table.sim.readers["A"]
    lost.unplug()
    page.table.wait(0.1)
    (fault,) = page.state["faults"]
    assert fault["what"] == device
    assert "check " in fault["text"]
    assert page.state["verdict"]["kind"] == "fault"
    lost.replug()
    page.table.wait(5.0)
    assert page.state["faults"] == []
    assert page.state["verdict"]["kind"] != "fault"


def test_the_layout_of_the_page_has_every_hole_in_order_with_its_mark(page: Page) -> None:
    layout = page.desk.layout()
    names = [hole["name"] for hole in layout["holes"]]
    assert names == list(page.table.sim.board.names)
    marks = {hole["name"]: hole["mark"] for hole in layout["holes"] if hole["mark"]}
    assert (marks["A0"], marks["B3"], marks["C8"], len(marks)) == ("corner", "in-spot", "come-out", 12)
    assert {hole["kind"] for hole in layout["holes"]} == {"ring", "lane", "start"}


def test_the_page_lists_the_rule_sets_with_their_numbers_of_players_and_teams(page: Page) -> None:
    texas = next(each for each in page.desk.rules() if each["name"] == "texas")
    assert texas["players"] == [4, 6]
    assert texas["teams"]["6"] == [["A", "D"], ["B", "E"], ["C", "F"]]


def test_the_why_panel_lists_the_referees_explanations_of_the_board(page: Page) -> None:
    """A marble of the seat in turn is lifted: it may be played, adjusted, or belong to a mistake."""
    start = next(hole for hole in page.state["marbles"] if hole.startswith(f"{page.state['turn']}s"))
    page.do("sim/lift", hole=start)
    explanation = page.desk.explain()
    assert explanation is not None
    first = explanation["readings"][0]
    assert first["likely"] == ""
    assert first["play"] == "Nothing has been played yet."
    assert any(step.endswith("is in a hand.") for step in first["steps"])
    assert not any(sign in str(explanation) for sign in ("+", "cost")), "the page shows no costs"
