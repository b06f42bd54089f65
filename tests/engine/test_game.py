"""Whole games: the golden cases of the rulebook's section 7, draws, duties, the end, and stepping back."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.dealing import laid, may_draw, setup_for
from engine.errors import EngineError, RulesError
from engine.game import Draw, Game, Pass, begin, fold, options
from engine.play import Play
from engine.rules.rule_sets import RULES
from engine.table import table_for
from engine.violation import IllegalPlay
from engine.whynot import Code
from tests.engine.tables import act, hand_sizes, moment, written


def refusal(game: Game, text: str) -> str:
    """Check that the game refuses the action; return the message."""
    with pytest.raises(EngineError) as error:
        act(game, text)
    return str(error.value)


def violation_of(game: Game, text: str) -> Code:
    with pytest.raises(IllegalPlay) as error:
        act(game, text)
    return error.value.violation.code


# The eight procedural golden cases


def test_golden_game_1_texas_a_joker_must_be_played() -> None:
    game = moment("texas", "-/B8/-/- A", {"A": "X#1 4C#1 5C#1 6C#1 9C#1"})
    assert written(game) == ["X#1 As-B8xB"]
    assert violation_of(game, "4C#1 --") is Code.MUST_PLAY
    assert act(game, "X#1 As-B8xB").position.line() == "B8/-/-/- B"


def test_golden_game_2_texas_a_forgotten_draw_is_made_up_after_the_next_play() -> None:
    hands = {
        seat: f"KC#1 2{suit}#1 3{suit}#1 4{suit}#1 5{suit}#1" for seat, suit in zip("A", "C", strict=True)
    }
    hands |= {
        seat: f"2{suit}#1 3{suit}#1 4{suit}#1 5{suit}#1 6{suit}#1"
        for seat, suit in zip("BCD", "DHS", strict=True)
    }
    game = moment("texas", "-/-/-/- A", hands, manual=True)
    game = act(game, "KC#1 As-A8")
    assert may_draw(game.setup, game.state, 0)
    for text in ("2D#1 --", "2H#1 --", "2S#1 --"):
        seat = game.turn
        game = act(game, text).do(Draw(seat))
        assert not may_draw(game.setup, game.state, 0)
    assert hand_sizes(game) == [4, 5, 5, 5]
    with pytest.raises(EngineError, match="A has no card to draw now"):
        game.do(Draw(0))
    game = act(game, "2C#1 A8-A10").do(Draw(0))
    assert hand_sizes(game) == [5, 5, 5, 5]


def test_golden_game_3_own_deck_an_eight_with_a_legal_play_must_be_played() -> None:
    game = moment("own-deck", "A10/-/-/- A", {"A": "8C#1 8D#1 8H#1 8S#1 8C#2 8D#2"})
    assert {text.split()[1] for text in written(game)} == {"A10-A2"}
    assert len(options(game)) == 6
    assert violation_of(game, "8C#1 --") is Code.MUST_PLAY


def test_golden_game_4_own_deck_only_the_own_pile_is_reshuffled() -> None:
    game = moment(
        "own-deck",
        "A10/-/-/- A",
        {"A": "2C#1 3C#1 4C#1 5C#1 6C#1 9C#1"},
        own_piles={"B": "2C#2 3C#2"},
        discards={"A": "TC#1 TD#1", "B": "4C#2"},
    )
    after = act(game, "2C#1 A10-A12")
    assert len(after.state.hands[0]) == 6
    assert len(after.state.piles[0]) == 2
    assert after.state.discards == ((), game.state.discards[1], (), ())
    assert after.state.piles[1:] == game.state.piles[1:]
    assert after.state.shuffles == game.state.shuffles + 1
    assert {*after.state.piles[0], *after.state.hands[0][5:]} == {
        Card.parse(c) for c in ("2C#1", "TC#1", "TD#1")
    }


def test_golden_game_5_own_deck_a_joker_must_be_played_even_if_it_harms_the_partner() -> None:
    game = moment("own-deck", "C4/-/C3,C9/- A", {"A": "X#1"}, own_piles={"A": "2C#1"})
    results = {game.do(option).position.line() for option in options(game)}
    assert results == {"C9/-/C3/- B", "C4,C9/-/C3/- B"}
    assert violation_of(game, "X#1 --") is Code.MUST_PLAY


def test_golden_game_6_marbles_and_jokers_a_joker_need_not_be_played() -> None:
    hand = "X#1 2C#1 3C#1 4C#1 5C#1 6C#1 9C#1"
    game = moment("marbles-and-jokers", "-/B8/-/- A", {"A": hand})
    assert written(game) == ["X#1 As-B8xB", *(f"{card} --" for card in hand.split())]
    assert len(act(game, "X#1 --").state.hands[0]) == 7


def test_golden_game_7_joker_board_the_only_marble_must_move_off_the_lane_entrance() -> None:
    game = moment("joker-board", "A3/-/-/- A", {"A": "6C#1 6D#1 6H#1 6S#1 6C#2 6D#2"})
    assert {text.split()[1] for text in written(game)} == {"A3-A9"}
    assert violation_of(game, "6C#1 --") is Code.MUST_PLAY


def test_golden_game_8_joker_board_a_joker_must_be_played_unless_an_ace_can_start() -> None:
    game = moment("joker-board", "-/B8/-/- A", {"A": "X#1 2C#1 3C#1 4C#1 5C#1 6C#1"})
    assert written(game) == ["X#1 As-B8xB"]
    game = moment("joker-board", "-/B8/-/- A", {"A": "X#1 2C#1 3C#1 4C#1 5C#1 AC#1"})
    assert written(game) == ["X#1 As-B8xB", "AC#1 As-A8"]


# The beginning of a game


def test_the_seat_left_of_the_dealer_begins() -> None:
    game = begin(setup_for(table_for(RULES["texas"]), "s", dealer=2))
    assert game.turn == 3


def test_two_players_on_four_sides_take_turns() -> None:
    game = begin(setup_for(table_for(RULES["pegs-and-jokers"], 2), "s", dealer=2))
    assert game.turn == 0
    assert game.do(options(game)[0]).turn == 2


def test_the_seed_chooses_the_dealer_and_every_seat_can_become_dealer() -> None:
    table = table_for(RULES["texas"], 6)
    assert {setup_for(table, f"{n}").dealer for n in range(60)} == set(table.seats)
    assert setup_for(table, "s") == setup_for(table, "s")


def test_a_dealer_without_a_seat_is_refused() -> None:
    with pytest.raises(RulesError, match="the dealer cannot be B: nobody sits there"):
        setup_for(table_for(RULES["pegs-and-jokers"], 2), "s", dealer=1)


def test_hands_are_dealt_full_and_a_seat_that_draws_before_its_play_holds_one_more_card() -> None:
    for rules in RULES.values():
        game = begin(setup_for(table_for(rules), "s", dealer=3))
        assert hand_sizes(game) == [rules.hand_size + rules.draw_first] + [rules.hand_size] * 3


# Drawing cards


def test_an_empty_pile_is_refilled_with_the_discards_and_the_card_just_played() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1"}, pile="", discards={"B": "3C#1", "D": "4C#1"})
    after = act(game, "2C#1 A8-A10")
    assert {str(card) for card in after.state.hands[0]} == {"2C#1", "3C#1", "4C#1"}
    assert (after.state.piles, after.state.discards) == (((),), ((),) * 4)


def test_a_pile_that_runs_out_in_the_middle_of_a_draw_is_reshuffled() -> None:
    game = moment(
        "texas", "A8/-/-/- A", {"A": "2C#1 9C#1"}, pile="KD#1 KC#1", discards={"B": "3C#1 4C#1 5C#1"}
    )
    after = act(game, "2C#1 A8-A10")
    assert [str(card) for card in after.state.hands[0][:3]] == ["9C#1", "KC#1", "KD#1"]
    assert len(after.state.hands[0]) == 5
    assert len(after.state.piles[0]) == 2


def test_a_seat_without_cards_can_only_pass_and_then_draws_and_a_seat_with_cards_cannot_pass() -> None:
    game = moment("texas", "A8/B8/-/- A", {"B": "2C#1"}, pile="3C#1 4C#1", discards={"C": "5C#1"})
    assert options(game) == (Pass(),)
    game = game.do(Pass())
    assert game.turn == 1
    assert {str(card) for card in game.state.hands[0]} == {"3C#1", "4C#1", "5C#1"}
    assert game.state.piles == ((),)
    with pytest.raises(EngineError, match="B holds a card, and so cannot pass"):
        game.do(Pass())


def test_a_draw_by_hand_is_refused_for_a_seat_that_may_not_draw() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1 3C#1"})
    with pytest.raises(EngineError, match="A has no card to draw now"):
        game.do(Draw(0))
    with pytest.raises(EngineError, match="B has no card to draw now"):
        moment("pegs-and-jokers", "A8/./-/. A", {"A": "2C"}, manual=True).do(Draw(1))


def test_without_the_penalty_a_forgotten_draw_may_be_made_up_for_at_any_time() -> None:
    game = moment(
        "texas",
        "A8/B8/-/- A",
        {"A": "2C#1 3C#1", "B": "2D#1"},
        switches={"forgot_draw_penalty": "off"},
        manual=True,
    )
    game = act(game, "2C#1 A8-A10", "2D#1 B8-B10").do(Draw(0))
    assert hand_sizes(game) == [5, 0, 0, 0]


def test_a_manual_draw_comes_before_the_play_if_the_rules_draw_first() -> None:
    game = moment("joker-board", "A8/-/-/- A", {"A": "2C#1 3C#1 4C#1 5C#1 6C#1"}, manual=True)
    assert options(game) == (Draw(0),)
    assert refusal(game, "2C#1 A8-A10") == "A draws before playing"
    game = act(game.do(Draw(0)), "2C#1 A8-A10")
    assert hand_sizes(game) == [5, 0, 0, 0]
    assert not may_draw(game.setup, game.state, 0)


def test_with_an_empty_pile_no_seat_may_draw() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1"}, pile="", manual=True)
    assert not may_draw(game.setup, game.state, 0)


def test_every_seat_may_draw_by_hand_after_its_play() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1"}, pile="KC#1", manual=True)
    game = act(game, "2C#1 A8-A10").do(Draw(0))
    assert {str(card) for card in game.state.hands[0]} == {"KC#1", "2C#1"}


# The duty to play


def test_the_violation_of_a_discard_names_a_play_that_is_possible() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1 KC#1"})
    with pytest.raises(IllegalPlay) as error:
        act(game, "KC#1 --")
    violation = error.value.violation
    assert violation.text == "Seat A must play, not discard: 2C#1 A8-A10 is possible."
    assert (violation.holes, violation.rule) == ((10,), "RC-14")


def test_a_seat_without_a_legal_play_may_discard_any_card() -> None:
    game = moment("texas", "-/-/-/- A", {"A": "X#1 2C#1 8C#1"})
    assert written(game) == ["X#1 --", "2C#1 --", "8C#1 --"]
    after = act(game, "X#1 --")
    assert after.position.line() == "-/-/-/- B"
    assert [str(card) for card in after.state.discards[0]] == ["X#1"]


def test_an_illegal_play_is_refused_with_its_violation_and_changes_nothing() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1"})
    with pytest.raises(IllegalPlay):
        act(game, "2C#1 A8-A11")
    assert written(game) == ["2C#1 A8-A10"]


def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1"})
    assert refusal(game, "2C#2 A8-A10") == "A does not hold 2C#2"


def test_with_the_switch_nothing_in_play_a_joker_must_be_played_only_without_a_marble_in_play() -> None:
    switches = {"joker_forced": "nothing_in_play"}
    game = moment("joker-board", "-/B8/-/- A", {"A": "X#1 2C#1"}, switches=switches)
    assert written(game) == ["X#1 As-B8xB"]
    game = moment("joker-board", "h5/B8/-/- A", {"A": "X#1 2C#1"}, switches=switches)
    assert written(game) == ["X#1 As-B8xB", "X#1 --", "2C#1 --"]


def test_with_free_discards_any_card_may_be_discarded_even_if_a_card_has_a_play() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1 3C#1"}, switches={"discard_free": "on"})
    assert written(game) == ["2C#1 A8-A10", "3C#1 A8-A11", "2C#1 --", "3C#1 --"]
    assert act(game, "3C#1 --").state.stuck == (0, 0, 0, 0)


def test_the_third_discard_in_a_row_may_bring_a_marble_out_free() -> None:
    game = moment(
        "texas", "-/-/-/- A", {"A": "2C#1 3C#1 4C#1 5C#1 6C#1"}, switches={"free_start_after": "3"}, pile=""
    )
    for text in ("2C#1", "3C#1"):
        assert all(option.endswith("--") for option in written(game))
        game = act(game, f"{text} --")
        game = fold(game, [Pass()] * 3)
    assert game.state.stuck[0] == 2
    assert "4C#1 As-A8" in written(game)
    assert "4C#1 --" in written(game)
    out = act(game, "4C#1 As-A8")
    assert (out.position.line(), out.state.stuck[0]) == ("A8/-/-/- B", 0)
    assert act(game, "4C#1 --").state.stuck[0] == 3


def test_a_free_start_is_not_given_to_a_seat_that_can_play() -> None:
    game = moment("texas", "A10/-/-/- A", {"A": "2C#1"}, switches={"free_start_after": "3"})
    patient = begin(game.setup, game.state._replace(stuck=(5, 0, 0, 0)))
    assert written(patient) == ["2C#1 A10-A12"]
    with pytest.raises(IllegalPlay):
        act(patient, "2C#1 As-A8")


# Helping and winning


def test_a_seat_whose_marbles_are_all_home_moves_its_partners_marbles() -> None:
    game = moment("texas", "h1,h2,h3,h4,h5/-/C8/- A", {"A": "2C#1"})
    assert written(game) == ["2C#1 C8-C10"]


def test_a_seven_that_brings_the_last_marble_home_goes_on_with_the_partner() -> None:
    game = moment("texas", "A1,h2,h3,h4,h5/-/C8/- A", {"A": "7C#1"})
    assert "7C#1 A1-Ah1 C8-C12" in written(game)


def test_the_team_wins_when_its_last_marble_is_home_and_the_game_is_over() -> None:
    game = moment("texas", "h1,h2,h3,h4,h5/-/C2,h2,h3,h4,h5/- C", {"C": "2C#1"})
    done = act(game, "2C#1 C2-Ch1")
    assert done.over == (0, 2)
    assert options(done) == ()
    assert refusal(done, "KC#1 --") == "the game is over: AC won"
    assert done.state.hands[2] == ()


def test_if_everybody_plays_alone_the_first_player_to_be_home_wins() -> None:
    game = moment("pegs-and-jokers", "A2,h2,h3,h4,h5/./-/. A", {"A": "2C"})
    assert act(game, "2C A2-Ah1").over == (0,)


# Steps back and forward


def test_stepping_back_returns_earlier_states_of_the_game() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1 3C#1", "B": "4C#1"})
    after = act(game, "2C#1 A8-A10", "4C#1 --")
    assert after.back() == act(game, "2C#1 A8-A10")
    assert after.back(2) == game
    assert after.back(0) == after
    for actions in (3, -1):
        with pytest.raises(EngineError, match=f"cannot step back {actions} actions: 2 have been taken"):
            after.back(actions)


def test_a_game_has_the_seat_in_turn_its_hand_and_the_actions_so_far() -> None:
    game = act(moment("texas", "A8/-/-/- A", {"A": "2C#1", "B": "4C#1"}), "2C#1 A8-A10")
    assert (game.turn, game.hand, game.over) == (1, (Card.parse("4C#1"),), None)
    assert game.actions == (Play.parse("2C#1 A8-A10", game.setup.table.board),)
    assert "states" not in repr(game)


def test_a_played_card_goes_from_the_hand_onto_the_discards_of_its_seat() -> None:
    state = begin(setup_for(table_for(RULES["texas"]), "a card")).state
    card = state.hands[1][2]
    then = laid(state, 1, card)
    assert then.hands[1] == (*state.hands[1][:2], *state.hands[1][3:])
    assert (then.discards[1], then.position, then.piles) == ((card,), state.position, state.piles)
