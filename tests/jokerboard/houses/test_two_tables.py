"""Two tables play one game: each house carries the plays of the other one, and both journals agree."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jokerboard.host.errors import UsageError
from jokerboard.houses.changes import Change
from jokerboard.houses.channel import Channel
from jokerboard.houses.code import Code
from jokerboard.houses.errors import HousesError
from jokerboard.houses.hands import GuestHands
from jokerboard.houses.messages import Report, Update
from jokerboard.table.houses.page import state_of
from jokerboard.table.runtime.game_setup import Wanted, header_for
from tests.jokerboard.houses.memory import Unkindness
from tests.jokerboard.houses.two_tables import SECRET, TwoTables

DEALT = Wanted(dealt=True)
SHORT = Wanted(rules="pegs-and-jokers", players=2, switches={"marbles_per_player": "4"}, dealt=True)


def test_a_play_in_one_house_is_lit_at_the_other_houses_board_and_carried_out_there(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    house = two.in_turn()
    other = two.guest if house is two.host else two.host
    other.boards.players.carries = False
    card = str(house.choose().card)
    two.until(lambda: other.prompt.get("code") == "far-carry")
    assert other.prompt["card"] == card
    lit = {light.role for light in other.game.shown.lights.values()}
    assert not other.prompt["legs"] or {"carry-from", "carry-to"} <= lit
    other.boards.players.carries = True
    other.game.show()
    two.until(lambda: two.agreed and bool(two.host.plays))


def test_a_game_with_mistakes_over_an_unreliable_network_ends_with_equal_logs_in_both_houses(
    tmp_path: Path,
) -> None:
    two = TwoTables(tmp_path, SHORT, seats=("C",), mistakes=0.2, unkind=Unkindness(0.1, 0.1, 0.5))
    two.until(lambda: two.over and two.agreed, 3000)
    assert two.host.shared_lines() == two.guest.shared_lines()
    assert two.host.game.log.over == two.guest.game.log.over
    assert two.host.game.log.illegal + two.guest.game.log.illegal > 0
    # The guest gets the secret of the deal once the result is final.
    dealer = two.guest.table.dealer
    assert dealer is not None
    two.until(lambda: dealer.secret == SECRET)


@pytest.mark.parametrize(("players", "seats"), [(4, ("B", "CD")), (6, ("BE", "CF"))])
def test_the_shared_logs_of_three_houses_in_one_game_are_equal(
    tmp_path: Path, players: int, seats: tuple[str, ...]
) -> None:
    three = TwoTables(tmp_path, replace(DEALT, players=players), seats=seats)
    three.play(6)
    assert three.guests[0].shared_lines() == three.guests[1].shared_lines() == three.host.shared_lines()


@pytest.mark.parametrize("victims", [("host",), ("guest",), ("host", "guest")])
def test_a_killed_house_resumes_the_shared_game_with_all_its_plays(
    tmp_path: Path, victims: tuple[str, ...]
) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(3)
    two.in_turn().choose()
    two.wait(1.0)  # A hand is over the board, and a record is under way.
    for name in victims:
        getattr(two, name).kill()
    two.wait(5.0)
    for name in victims:
        getattr(two, name).start()
    if all(len(each.plays) == 3 for each in two.all):
        two.in_turn().choose()
    two.until(lambda: two.agreed and len(two.host.plays) == 4)
    two.play(2)


def test_a_play_made_while_the_link_is_down_is_sent_when_the_link_is_back(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(2)
    house, other = two.in_turn(), None
    other = two.guest if house is two.host else two.host
    two.network.set_up(False)
    two.wait(600)
    assert "No connection to the other board for 10 minutes" in str(state_of(two.guest.houses)["text"])
    assert "houses" in two.host.table.troubles
    house.choose()
    two.until(lambda: len(house.plays) == 3)
    assert len(other.plays) == 2
    two.network.set_up(True)
    two.until(lambda: two.agreed and len(other.plays) == 3)
    assert "houses" not in two.host.table.troubles


def test_an_undo_before_the_next_seat_acts_is_carried_out_in_the_other_house(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(2)
    house = two.in_turn()
    house.choose()
    two.until(lambda: two.agreed and len(two.host.plays) == 3)
    house.undo()
    two.until(lambda: two.agreed and len(two.host.plays) == 2)
    two.play(1)


@pytest.mark.parametrize("same", [True, False], ids=["the same card", "another card"])
def test_a_play_made_again_after_an_undo_counts_at_a_board_where_the_undo_was_never_carried_out(
    tmp_path: Path, *, same: bool
) -> None:
    two = TwoTables(tmp_path, DEALT)
    host, guest = two.host, two.guest
    first, *_, last = [play for play in host.options() if play.legs == host.options()[0].legs]
    assert first.card != last.card
    again = first if same else last
    host.choose(host.options().index(first))
    two.until(lambda: two.agreed and bool(host.plays))
    two.wait(2.0)  # By now the guest's hand has released the marble.
    guest.boards.players.carries = False  # After the undo, nobody puts the guest's marble back.
    host.undo()
    two.until(lambda: two.agreed and not host.plays and not host.busy)
    host.choose(host.options().index(again))
    two.until(lambda: two.agreed and bool(host.plays))
    assert [house.game.log.in_force[-1].card for house in two.all] == [str(again.card)] * 2


@pytest.mark.parametrize("yes", [True, False])
def test_changing_the_card_of_a_play_after_the_next_play_needs_the_other_houses_agreement(
    tmp_path: Path, *, yes: bool
) -> None:
    two = TwoTables(tmp_path, DEALT)
    host, guest = two.host, two.guest
    first, *_, last = [play for play in host.options() if play.legs == host.options()[0].legs]
    host.choose(host.options().index(first))
    two.until(lambda: two.agreed and bool(host.plays))
    host.boards.players.carries = False  # The guest's play arrives at the host, but nobody carries it there.
    guest.choose()
    two.until(lambda: len(host.shared.log.items) == 2)
    host.undo()
    two.until(lambda: not host.plays and not host.busy)
    host.choose(host.options().index(last))
    two.until(lambda: bool(host.plays) and not host.busy)
    two.wait(2.0)
    assert state_of(guest.houses)["question"] is not None
    host.boards.players.carries = True
    guest.houses.answer(yes)
    kept = [str(last.card)] if yes else [item.card for item in host.shared.log.items]
    two.until(lambda: two.agreed and [item.card for item in host.shared.log.items] == kept)
    assert [[played.card for played in house.game.log.in_force] for house in two.all] == [kept] * 2
    two.play(3)


def test_the_prompt_of_a_waiting_house_names_the_seat_whose_turn_it_is(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    (waiting,) = [house for house in two.all if house is not two.in_turn()]
    assert waiting.prompt == {"code": "far-waits", "seat": two.in_turn().turn}


def test_an_update_about_another_game_ends_the_old_game_at_the_guest(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    guest = two.guest.houses.guest
    assert guest is not None
    guest.receive(Update("0f" * 16).to_json())
    assert Report.parse(guest.compose()).game == ""


@pytest.mark.parametrize("before", [2, 3], ids=["one house is asked", "the other one is"])
def test_taking_a_play_back_after_the_next_play_needs_the_other_houses_agreement(
    tmp_path: Path, before: int
) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(before)
    asked = two.host if two.in_turn() is two.host else two.guest
    asking = two.guest if asked is two.host else two.host
    two.play(1)
    # The asking house takes back the last play, which the other house made.
    asking.undo()
    two.until(lambda: state_of(asked.houses)["question"] is not None)
    assert state_of(asked.houses)["question"]["text"] == (
        "The other board wants to take back the last play. Do you agree?"
    )
    assert len(asked.plays) == before + 1
    asked.houses.answer(False)
    # The asking house gets the refusal at once.
    two.until(lambda: "did not agree" in getattr(asking.game.log.sentence, "text", ""), within=1.0)
    two.until(lambda: two.agreed and len(two.host.plays) == before + 1)
    asking.undo()
    two.until(lambda: state_of(asked.houses)["question"] is not None)
    asked.houses.answer(True)
    two.until(lambda: two.agreed and len(two.host.plays) == before)


def test_a_guests_hands_are_those_of_the_newest_message_and_survive_a_restart(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    game = two.host.game

    def hands() -> GuestHands:
        return GuestHands(game.table, game.log, 0, "a game", tmp_path, tuple, lambda count: 0)

    fresh = hands()
    assert (fresh.shuffles, fresh.hand(1)) == (0, ())
    assert fresh.set({"B": ("KC#1",)}, 3, 2)
    assert not fresh.set({"B": ()}, 2, 1)
    assert not fresh.set({"B": ("KC#1",)}, 4, 2)
    for now in (fresh, hands()):
        assert (now.shuffles, [str(card) for card in now.hand(1)]) == (2, ["KC#1"])
    assert GuestHands(game.table, game.log, 0, "another", tmp_path, tuple, lambda count: 0).hand(1) == ()


def test_a_play_taken_back_by_the_hosts_referee_is_taken_back_in_both_houses(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(4)
    two.host.game.orders.rule("take-back", "Rita", two.host.game.log.in_force[1].n, None, "a mistake")
    two.until(lambda: two.agreed and len(two.host.plays) == 1)
    two.play(1)


@pytest.mark.parametrize("keep", [0, 2, 3])
def test_a_record_that_removes_plays_made_before_a_decision_also_returns_the_cards_of_those_plays(
    tmp_path: Path, keep: int
) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(keep)
    dealer = two.host.table.dealer
    assert dealer is not None
    before, plays = dealer.state, two.host.plays
    two.play(3 - keep)
    # The referee gives a seat another turn, so that the shared log has a decision after three plays.
    position = two.host.game.log.position
    two.host.game.orders.rule("correct", "Rita", None, position.with_turn((position.turn + 1) % 4))
    two.until(lambda: two.agreed and len(two.host.shared.log.items) == 4)
    two.play(1)
    for house in two.all:
        # Both houses get a record that removes the plays, which neither of them has asked for.
        log = house.shared.log
        house.shared.follow([log.next("host", Change(keep))])
    two.until(lambda: two.agreed and two.host.plays == plays)
    assert [len(house.shared.log.items) for house in two.all] == [keep, keep]
    assert dealer.state == before


def test_a_house_sees_only_its_own_hands_and_the_transport_sees_no_cards(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.network.seen = []
    seen: list[dict[str, Any]] = []
    code = Code.parse(two.host.houses.invitations.guests[0].code)
    held: set[str] = set()
    dealer = two.host.table.dealer
    assert dealer is not None
    compose = two.host.houses.host.compose  # type: ignore[union-attr]
    two.host.houses.host.compose = lambda house: seen.append(compose(house)) or seen[-1]  # type: ignore
    for _ in range(6):
        held |= {str(card) for seat in (0, 2) for card in dealer.hand(seat)}
        two.play(1)
    played = {line["item"]["card"] for line in two.host.shared_lines()}  # type: ignore[index]
    hidden = held - played
    assert hidden
    text = json.dumps(seen)
    assert not [card for card in hidden if f'"{card}"' in text]
    assert not [packet for packet in two.network.seen if b'"' in packet and b"play" in packet]
    assert all(code.secret not in packet and SECRET.encode() not in packet for packet in two.network.seen)
    assert all(two.guest.table.dealer.hand(seat) == () for seat in (0, 2))  # type: ignore[union-attr]
    assert not [card for card in hidden if card in (tmp_path / "guest-1" / "shared-hands.json").read_text()]


def test_a_withdrawn_code_no_longer_lets_a_guest_join(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(1)
    two.host.houses.withdraw("guest-1")
    two.wait(60)
    gone = "The code of this game was withdrawn; ask the other board for a new one."
    assert state_of(two.guest.houses)["text"] == gone
    n = len(two.host.plays)
    if two.in_turn() is two.guest:
        two.guest.choose()
    two.wait(60)
    assert len(two.host.plays) == n
    two.host.kill()
    two.host.start()
    two.wait(60)
    assert not two.guest.houses.guest.link.linked  # type: ignore[union-attr]
    assert state_of(two.guest.houses)["text"] == gone


def test_a_guest_that_was_offline_is_notified_that_its_code_was_withdrawn(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.network.set_up(False)
    two.host.houses.withdraw("guest-1")
    new = two.host.houses.invite("BD", "memory")
    two.wait(60)
    two.network.set_up(True)
    two.until(lambda: "was withdrawn" in str(state_of(two.guest.houses)["text"]))
    assert new.house == "guest-1"
    two.guest.houses.join(Code.parse(new.code), "memory")
    two.until(lambda: state_of(two.guest.houses)["text"] is None)
    two.play(1)


def test_a_record_that_the_host_did_not_sign_is_refused(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(2)
    guest = two.guest.houses.guest
    assert guest is not None
    update = two.host.houses.host.compose("guest-1")  # type: ignore[union-attr]
    entry = two.guest.shared.log.next("host", two.host.shared.log.entries[0].change)
    forged = update | {"records": [entry.to_json()], "head": None}
    with pytest.raises(HousesError, match="did not sign"):
        guest.receive(forged)
    assert two.guest.shared.log.n == 2


def test_a_guest_refuses_a_host_of_another_version_and_names_that_version(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    guest = two.guest.houses.guest
    assert guest is not None
    with pytest.raises(
        HousesError, match=r"the other board has jokerboard 9\.9, .* install the newer version"
    ):
        guest.receive({"v": 2, "program": "9.9"})


def test_a_guest_detects_that_the_host_has_lost_its_journal(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(2)
    report = two.guest.houses.guest.compose() | {"hash": "0" * 64}  # type: ignore[union-attr]
    two.host.houses.host.receive("guest-1", report)  # type: ignore[union-attr]
    assert two.host.houses.host.compose("guest-1")["error"] == "fork"  # type: ignore[union-attr]


def test_a_players_thumbs_up_is_announced_and_lit_at_the_other_board(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.guest.houses.signal("thumbs-up", "B")
    two.until(lambda: "thumbs up" in two.host.game.log.sentence.text if two.host.game.log.sentence else False)
    assert any(light.role == "turn" and light.seat == 1 for light in two.host.game.shown.lights.values())
    with pytest.raises(HousesError, match="seat A"):
        two.guest.houses.signal("thumbs-up", "A")


def test_two_houses_play_by_the_own_deck_rules_with_real_cards(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, Wanted(rules="own-deck"), mistakes=0.0)
    two.until(lambda: two.agreed and len(two.host.plays) >= 8)


@pytest.mark.parametrize(
    ("wanted", "guests", "words"),
    [
        (DEALT, {"guest-1": "BD", "guest-2": "D"}, "seat D is given to two boards"),
        (DEALT, {"guest-1": "BH"}, "there is no seat H in this game; its seats are A, B, C, D"),
        (DEALT, {"guest-1": "ABCD"}, "keep at least one"),
        (replace(DEALT, machines={"B": "easy"}), {"guest-1": "B"}, "a machine plays at seat B"),
        (Wanted(), {"guest-1": "B"}, "has one deck for all; let the table deal"),
        (Wanted(rules="own-deck", cards="table"), {"guest-1": "B"}, "one reader for the whole table"),
    ],
)
def test_a_game_that_cannot_be_shared_is_refused(wanted: Wanted, guests: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        header_for(replace(wanted, guests=guests), id="", begun="", seed="", simulated=True)


def test_messages_made_without_the_games_code_are_ignored(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    link = two.host.houses.host.links()["guest-1"]  # type: ignore[union-attr]
    link._packet(Channel(Code.fresh(), "guest").seal({"v": 1}))
    assert link.sentence() == "a packet was not made with this game's code."
    two.play(1)
    assert link.sentence() is None
