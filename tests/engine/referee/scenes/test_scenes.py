"""Behaviour that the referee must have, in scenes that are played by several rules, seats and readers."""

from __future__ import annotations

import pytest

from tests.engine.referee.scenes.scene import RULES, Scene, everywhere
from tests.engine.referee.scenes.variants import KINDS, faults
from tests.examples import some

START = "A8/B8/C8/D8 A"
BOTH: dict[str, object] = {
    "moves": ["A13/B8/C8/D8 B", "A13/B14/C8/D8 C"],
    "illegal": 1,
    "fault": 0,
    "ambiguous": 0,
}

OVERLAPPING_TURNS = {
    "the next player plays before a slip is corrected": Scene(
        START, "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B8-/3.5 B14+/4 A14-/4.5 A13+/9", BOTH
    ),
    "the slip is too short": Scene(
        START, "1 A:5D/1.5 A8-/2 A12+/2.5 B:6C/3 B8-/3.5 B14+/4 A12-/4.5 A13+/9", BOTH
    ),
    "the hands are up at the same time": Scene(
        START, "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B8-/3.3 A14-/3.6 B14+/4 A13+/9", BOTH
    ),
    "the next player lifts last and sets down first": Scene(
        START, "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 A14-/3.3 B8-/3.6 B14+/4 A13+/9", BOTH
    ),
    "the marble is corrected a while later": Scene(
        START, "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B8-/3.5 B14+/8 A14-/8.5 A13+/13", BOTH
    ),
    "the next player walks hole by hole": Scene(
        START,
        "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B8-/3.4 B10+/3.7 B10-/4 B12+/4.3 B12-/4.6 B14+/5 A14-/5.5 A13+/9",
        BOTH,
    ),
    "the next player captures meanwhile": Scene(
        "A8/B8/B14/D8 A",
        "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B14-/3.3 B8-/3.6 B14+/4 Cs5+/4.4 A14-/4.9 A13+/9",
        {"moves": ["A13/B8/B14/D8 B", "A13/B14/-/D8 C"], "illegal": 1, "fault": 0},
    ),
    "the next player comes out of START meanwhile": Scene(
        "A8/-/C8/D8 A",
        "1 A:5D/1.5 A8-/2 A14+/2.5 B:KC/3 Bs1-/3.5 B8+/4 A14-/4.5 A13+/9",
        {"moves": ["A13/-/C8/D8 B", "A13/B8/C8/D8 C"], "illegal": 1, "fault": 0},
    ),
    "the next player is wrong, too": Scene(
        START,
        "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B8-/3.5 B15+/4 A14-/4.5 A13+/7 B15-/7.5 B14+/11",
        {**BOTH, "illegal": 3},
    ),
    "the player after plays on": Scene(
        START,
        "1 A:5D/1.5 A8-/2 A14+/2.5 B:6C/3 B8-/3.5 B14+/4 A14-/4.5 A13+/6 C:3H/6.5 C8-/7 C11+/11",
        {**BOTH, "moves": [*BOTH["moves"], "A13/B14/C11/D8 D"]},  # type: ignore[misc]
    ),
}


PLAYED_OUT = {"illegal": 2, "fault": 0, "ambiguous": 0, "last": "A8/B12/C13/D14 A"}

B_AND_D_PLAY = "/7.3 B:4S/7.8 B8-/8.3 B12+/10.6 D:6S/11.1 D8-/11.6 D14+/16"

OUT_OF_TURN = {
    "a referee lets it stand": Scene(
        "A8/B8/C8/D8 B",
        "1 C:5D/1.5 C8-/2 C13+/5.3 let-stand" + B_AND_D_PLAY,
        PLAYED_OUT,
    ),
    "a referee lets it stand at once": Scene(
        "A8/B8/C8/D8 B",
        "1 C:5D/1.5 C8-/2 C13+/2.4 let-stand" + B_AND_D_PLAY,
        PLAYED_OUT,
    ),
    "it takes a marble": Scene(
        "A8/B8/C16/D3,D8 B",
        "1 C:5D/1.5 D3-/1.8 C16-/2 D3+/2.4 Ds5+/5.3 let-stand" + B_AND_D_PLAY,
        {**PLAYED_OUT, "last": "A8/B12/D3/D14 A"},
    ),
    "a marble comes out of START": Scene(
        "A8/B8/D0/D8 B",
        "1 C:KD/1.5 Cs1-/2 C8+/5.3 let-stand" + B_AND_D_PLAY,
        {**PLAYED_OUT, "last": "A8/B12/C8,D0/D14 A"},
    ),
    "the seat before has played once more": Scene(
        "A8/B8/C8/D8 B",
        "1 A:5D/1.5 A8-/2 A13+/5.3 let-stand/7.3 B:4S/7.8 B8-/8.3 B12+/10 C:6S/10.5 C8-/11 C14+/"
        "12 D:6S/12.5 D8-/13 D14+/14 B:5C/14.5 B12-/15 B17+/20",
        {"illegal": 2, "fault": 0, "last": "A13/B17/C14/D14 C"},
    ),
    "it is left standing": Scene(
        "A8/B8/C8/D8 B",
        "1 C:5D/1.5 C8-/2 C13+" + B_AND_D_PLAY,
        PLAYED_OUT,
    ),
    "two players on is left standing": Scene(
        "A8/B8/C8/D8 B",
        "1 D:5D/1.5 D8-/2 D13+/7.3 B:4S/7.8 B8-/8.3 B12+/10.6 C:6S/11.1 C8-/11.6 C14+/16",
        {"illegal": 2, "fault": 0, "last": "A8/B12/C14/D13 A"},
    ),
    "people correct the position": Scene(
        "A8/B8/C8/D8 B",
        "1 C:5D/1.5 C8-/2 C13+/5.3 correct A8|B8|C13|D8 B" + B_AND_D_PLAY,
        PLAYED_OUT,
    ),
    "a corrected marble is no play": Scene(
        "A8/B8/C8/D8 B",
        "1.5 C8-/2 C9+/5.3 correct A8|B8|C9|D8 B/7.3 B:4S/7.8 B8-/8.3 B12+/9 C:5H/9.5 C9-/10 C14+/"
        "10.6 D:6S/11.1 D8-/11.6 D14+/16",
        {"illegal": 1, "fault": 0, "last": "A8/B12/C14/D14 A"},
    ),
}


@pytest.mark.parametrize("name", OVERLAPPING_TURNS)
def test_a_play_that_begins_before_the_previous_turn_ends_counts_for_its_own_seat(name: str) -> None:
    assert everywhere(OVERLAPPING_TURNS[name]) == []


@pytest.mark.parametrize("name", OUT_OF_TURN)
def test_a_play_out_of_turn_that_a_referee_allows_does_not_use_up_the_turn_of_another_seat(name: str) -> None:
    readers = ("seat",) if "left standing" in name else ("seat", "table")
    assert everywhere(OUT_OF_TURN[name], readers=readers) == []


BEGUN_UNLIKE = {
    f"{name}, {players} players": Scene(
        position, "3/6", {"told_by": 3.0, "fault": 0}, {"players": players, "occupied": occupied.split()}
    )
    for players, rest in ((4, ""), (6, " Es1 Es2 Es3 Es4 Es5 Fs1 Fs2 Fs3 Fs4 Fs5"))
    for name, position, occupied in (
        (
            "a marble stands one hole on",
            "A12/B8/C8/D8 A" if players == 4 else "A12/B8/C8/D8/-/- A",
            "A13 B8 C8 D8 As1 As2 As3 As4 Bs1 Bs2 Bs3 Bs4 Cs1 Cs2 Cs3 Cs4 Ds1 Ds2 Ds3 Ds4" + rest,
        ),
        (
            "a marble is missing",
            "A12/B8/C8/D8 A" if players == 4 else "A12/B8/C8/D8/-/- A",
            "B8 C8 D8 As1 As2 As3 As4 Bs1 Bs2 Bs3 Bs4 Cs1 Cs2 Cs3 Cs4 Ds1 Ds2 Ds3 Ds4" + rest,
        ),
    )
}


@pytest.mark.parametrize("name", BEGUN_UNLIKE)
def test_a_board_that_differs_from_the_position_at_the_beginning_is_announced(name: str) -> None:
    rules = RULES if "4 players" in name else ("pegs-and-jokers",)
    assert everywhere(BEGUN_UNLIKE[name], rules) == []


WON = "h2,h3,h4,h5,A2/B8/h1,h2,h3,h4,h5/D8 A"
WIN = "1 A:2D/1.5 A2-/2 Ah1+"
AFTER = "h1,h2,h3,h4,h5/B8/h1,h2,h3,h4,h5/D8 B"
ENDS = {
    "quiet": Scene(WON, WIN + "/30", {"moves": [AFTER], "illegal": 0, "no": ["takeback"]}),
    "ok": Scene(WON, WIN + "/4 A=ok/5 Ah1-/5.5 A2+/9", {"moves": [AFTER], "illegal": 0, "no": ["takeback"]}),
    "reversed": Scene(WON, WIN + "/5 Ah1-/5.5 A2+/9", {"moves": [], "illegal": 0}),
    "back": Scene(WON, WIN + "/5 A=back/9", {"moves": [], "no": ["final"]}),
    "cleared": Scene(
        WON, WIN + "/5 Ah2-/5.2 Ah3-/5.4 Ah4-/9", {"moves": [AFTER], "illegal": 0, "no": ["takeback"]}
    ),
    "clearing begins with the last marble": Scene(
        WON, WIN + "/5 Ah1-/5.4 As1+/9", {"moves": [AFTER], "illegal": 0, "no": ["takeback"]}
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_win_remains_announced_unless_the_last_play_is_exactly_reversed(name: str) -> None:
    assert everywhere(ENDS[name], ("pegs-and-jokers", "texas", "joker-board")) == []


QUIET: dict[str, object] = {
    "moves": ["A13,A14/B8/C8,C12/D8 B", "A13,A14/B14/C8,C12/D8 C"],
    "no": ["illegal", "fault", "ambiguous", "takeback"],
}
BEFORE = "A8,A14/B8/C8,C12/D8 A"
PLAYED = "0.5 A:5D/1 A8-/1.5 A13+/"
NEXT = "/5 B:6C/5.5 B8-/6.2 B14+/10"
CARRYING = "/5 B:6C/5.5 B8-"

ONE_EVENT = {
    "a knock after a play": PLAYED + "2 A13-/2.02 C8-/2.03 C12-/2.05 A13+/2.06 C8+/2.09 C12+" + NEXT,
    "a knock at once": PLAYED + "1.6 A13-/1.62 C8-/1.65 A14-/1.66 A13+/1.68 C8+/1.7 A14+" + NEXT,
    "one marble is back before the last one leaves": PLAYED
    + "2 A13-/2.04 A13+/2.05 A14-/2.08 A14+/2.1 C8-/2.15 C8+" + NEXT,
    "a bracelet": PLAYED + "2 A13-/2.04 A14-/2.1 C8-/2.4 A14+/2.44 A13+/2.5 C8+" + NEXT,
    "a knock while the next player carries": PLAYED + CARRYING[1:]
    + "/5.8 A13-/5.81 A14-/5.85 C12-/5.86 A13+/5.9 A14+/5.93 C12+/6.2 B14+/10",
    "a knock as the marble is lifted": PLAYED + CARRYING[1:]
    + "/5.52 C12-/5.55 A14-/5.56 A13-/5.6 A14+/5.61 C12+/5.64 A13+/6.2 B14+/10",
    "a knock before a card is laid": PLAYED + "3 A13-/3.02 B8-/3.03 C12-/3.05 A13+/3.06 B8+/3.09 C12+" + NEXT,
    "a knock as the card is laid": PLAYED
    + "3 A13-/3.02 B8-/3.03 C12-/3.04 B:6C/3.05 A13+/3.06 B8+/3.09 C12+/5.5 B8-/6.2 B14+/10",
    "a side without power for half a second": PLAYED
    + "2 A13-/2 A14-/2.01 As1-/2.01 As2-/2.02 As3-/2.5 A13+/2.5 A14+/2.51 As1+/2.51 As2+/2.52 As3+" + NEXT,
    "a board that is pushed": PLAYED
    + "/".join(
        f"{2 + 0.1 * i + after:.3f} {hole}{level}"
        for i in range(10)
        for after, hole, level in (
            (0.00, "A13", "-"), (0.01, "C8", "-"), (0.02, "A14", "-"),
            (0.05, "A13", "+"), (0.06, "C8", "+"), (0.07, "A14", "+"),
        )
    )
    + NEXT,
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_EVENT)
def test_marbles_lifted_at_one_moment_and_put_back_make_no_play_and_no_alarm(name: str) -> None:
    readers = ("seat", "table", "none") if "card is laid" not in name else ("seat", "table")
    assert everywhere(Scene(BEFORE, ONE_EVENT[name], QUIET), readers=readers) == []


SWEPT_PLAYS = {
    "the captured marble is taken from a swept hole": Scene(
        "A8,A14/A13,B8/C8,C12/D8 A",
        "0.5 A:5D/1 A8-/1.5 A14-/1.52 C8-/1.55 A13-/1.58 A14+/1.6 C8+/1.8 A13+/2.6 Bs5+/6",
        {"moves": ["A13,A14/B8/C8,C12/D8 B"], "illegal": 0, "fault": 0},
    ),
    "the mover's marble leaves with the sweep": Scene(
        "A8,A14/B8/C8,C12/D8 A",
        "0.5 A:5D/1 A8-/1.02 A14-/1.05 C8-/1.3 A14+/1.35 C8+/1.5 A13+/6",
        {"moves": ["A13,A14/B8/C8,C12/D8 B"], "illegal": 0, "fault": 0},
    ),
    "a marble that does not come back is announced": Scene(
        "A8,A14/B8/C8,C12/D8 A",
        "0.5 A:5D/1 A14-/1.02 C8-/1.05 C12-/1.3 C8+/1.35 A14+/1.6 C13+/6",
        {"moves": [], "told_by": 3.5, "fault": 0},
    ),
    "a knock does not end a won game": Scene(
        "A1,h2,h3,h4,h5/B8/h1,h2,h3,h4,h5/D8 A",
        "0.5 A:3D/1 A1-/1.5 Ah1+/4 Ah1-/4.02 Ch3-/4.05 B8-/4.06 D8-/4.08 Ah1+/4.1 Ch3+/4.15 B8+/4.2 D8+/9",
        {"moves": ["h1,h2,h3,h4,h5/B8/h1,h2,h3,h4,h5/D8 B"], "no": ["final", "takeback", "illegal"]},
    ),
}


@pytest.mark.parametrize("name", SWEPT_PLAYS)
def test_an_arm_swept_over_the_board_hides_no_play_and_no_mistake(name: str) -> None:
    rules = ("texas",) if "won" in name else RULES
    assert everywhere(SWEPT_PLAYS[name], rules) == []


AT_ANOTHERS_READER = {
    "the play is plain": Scene(
        START,
        "1 B:5D/1.5 A8-/2 A13+/7 B:6C/7.5 B8-/8 B14+/10 C:3H/10.5 C8-/11 C11+/14",
        {
            "moves": ["A13/B8/C8/D8 B", "A13/B14/C8/D8 C", "A13/B14/C11/D8 D"],
            "illegal": 1, "fault": 0, "ambiguous": 0,
        },
    ),
    "the next player plays at once": Scene(
        START,
        "1 B:5D/1.5 A8-/2 A13+/3 B:6C/3.5 B8-/4 B14+/8",
        {"moves": ["A13/B8/C8/D8 B", "A13/B14/C8/D8 C"], "illegal": 1, "fault": 0, "ambiguous": 0},
    ),
    "the seat lays another card after all": Scene(
        START,
        "1 B:5D/1.5 A8-/2 A13+/3 A:5H/5 C:-/8",
        {"moves": ["A13/B8/C8/D8 B"], "illegal": 1, "fault": 0, "ambiguous": 0},
    ),
    "at the reader across the board": Scene(
        START,
        "1 C:5D/1.5 A8-/2 A13+/7 B:6C/7.5 B8-/8 B14+/12",
        {"moves": ["A13/B8/C8/D8 B", "A13/B14/C8/D8 C"], "illegal": 1, "fault": 0, "ambiguous": 0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AT_ANOTHERS_READER)
def test_a_card_laid_on_another_seats_reader_is_judged_as_people_expect(name: str) -> None:
    assert everywhere(AT_ANOTHERS_READER[name], readers=("seat",)) == []


CARRIED_WITHOUT_A_CARD = {
    "far": Scene(START, "1 A8-/2 D3+/21/23", {"moves": [], "told_by": 22.2, "illegal": 1, "fault": 0}),
    "not before twenty seconds": Scene(START, "1 A8-/2 D3+/21.9", {"moves": [], "no": ["illegal"]}),
    "by a seat that is not to play": Scene(START, "1 C8-/2 C9+/23", {"told_by": 22.2, "fault": 0}),
    "back in time": Scene(START, "1 A8-/2 D3+/9 D3-/10 A8+/40", {"moves": [], "no": ["illegal", "fault"]}),
    "a card comes in time": Scene(
        START, "1 A8-/2 A13+/19 A:5D/24", {"moves": ["A13/B8/C8/D8 B"], "no": ["illegal", "fault"]}
    ),
    "a card comes too late": Scene(
        START, "1 A8-/2 A13+/25 A:5D/29", {"moves": ["A13/B8/C8/D8 B"], "illegal": 1, "fault": 0}
    ),
}


@pytest.mark.parametrize("name", CARRIED_WITHOUT_A_CARD)
def test_a_marble_carried_without_a_card_is_announced_after_twenty_seconds(name: str) -> None:
    assert everywhere(CARRIED_WITHOUT_A_CARD[name]) == []


@pytest.mark.parametrize("name", KINDS)
def test_variants_of_a_dispute_are_judged_as_people_expect(name: str) -> None:
    """With `--all-scenarios` 60 variants of each kind are tested, otherwise three."""
    assert [fault for seed in some(range(60), 3) for fault in faults(name, seed)] == []
