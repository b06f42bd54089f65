"""`jokerboard demo --headless`: simulated people play whole games on virtual time."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.cards import Card
from engine.legal import apply
from engine.play import Play
from jokerboard.cli.main import main
from jokerboard.host.files import BOARD
from jokerboard.journal.file import check, games, is_fresh, records
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.resumed_game import fold
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.store import FILE
from tests.examples import some, whole
from tests.programs import HEADLESS, SHORT, limited

FOUR = ("--set", "marbles_per_player=4")
COMMAND = (sys.executable, "-m", "jokerboard", *HEADLESS)


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main([*HEADLESS, *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def check_every_play(state: Path) -> GameLog:
    """Assert that the engine allows every play of the journal's last game; return the game's log."""
    number = games(state / FILE)[-1].header.game
    past = fold(tuple(records(state / FILE, number)))
    table = past.header.table()
    first = past.header.position
    from engine.position import Position

    log = GameLog(Position.parse(first, table.rules.marbles_per_player), Speaker(table.board, {}))
    for verdict in past.verdicts:
        log.take(verdict)
    for each in log.in_force:
        if each.play is None:
            assert each.after.marbles == each.before.marbles
            continue
        play = Play(Card(each.play.card.rank), each.play.legs)
        assert apply(table, each.before, play) == each.after
    return log


def test_a_headless_game_is_played_to_its_end_with_legal_plays_and_corrected_mistakes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = played(capsys, "--seed", "1", "--state", str(tmp_path))
    log = check_every_play(tmp_path)
    assert log.over is not None
    assert out[0] == "a game of texas for 4, seed 1"
    assert any(line.startswith("play   25 ") for line in out)
    assert out[-3].startswith("over: ")
    assert f"after {len(log.in_force)} plays" in out[-3]
    assert out[-1].endswith(check(tmp_path / FILE).hash)
    # About one turn in ten begins with an illegal play.
    words = out[-2].replace(",", "").split()
    tried, turns, flagged, mended = (int(words[at]) for at in (2, 4, 6, 8))
    assert 0.03 * turns < tried < 0.2 * turns
    assert tried == flagged == mended


def test_equal_seeds_give_equal_journals_and_different_seeds_different_journals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    once, again, another = (played(capsys, "--seed", seed, *SHORT) for seed in "446")
    assert once == again
    assert once[-1] != another[-1]


@pytest.mark.parametrize("arguments", some([
    ("--rules", "own-deck", *FOUR),
    ("--rules", "marbles-and-jokers", "--mistakes", "0.3", *FOUR),
    ("--rules", "joker-board", "--mode", "training", *FOUR),
    ("--rules", "pegs-and-jokers", "--players", "3"),
    (*SHORT, "--cards", "table", "--mode", "referee"),
    (*SHORT, "--cards", "none"),
    ("--set", "marbles_per_player=4", "--set", "two_swap=on", "--players", "6"),
], 3))  # fmt: skip
def test_headless_games_of_various_rules_and_sizes_are_played_to_their_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    out = played(capsys, "--seed", "8", "--state", str(tmp_path), *arguments)
    assert out[-3].startswith("over: ")
    assert check_every_play(tmp_path).over is not None


def test_without_the_option_until_over_a_headless_demo_begins_another_game(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND[:-1], *SHORT, "--seed", "1", "--state", str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    overs = 0
    with limited(process):
        for line in process.stdout:
            overs += line.startswith("over: ")
            if overs == 2:
                break
        process.terminate()
        process.stdout.read()
    assert process.wait(60) == 0
    process.stdout.close()
    ended = [game.ended for game in games(tmp_path / FILE)]
    assert ended[:2] == ["won", "won"]


def test_a_stopped_headless_game_resumes(tmp_path: Path) -> None:
    whole = [*COMMAND, *FOUR, "--seed", "1", "--state", str(tmp_path)]
    process = subprocess.Popen(whole, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with limited(process):
        for line in process.stdout:
            if line.startswith("play   25"):
                break
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
    assert process.wait(60) == 0
    process.stdout.close()
    if "over: " not in rest:
        before = check(tmp_path / FILE)
        done = subprocess.run(whole, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("resuming after play ")
        assert check(tmp_path / FILE).last > before.last
    assert check_every_play(tmp_path).over is not None


@pytest.mark.parametrize("seed", [1, 2] if whole() else [1])
def test_a_headless_game_killed_at_any_moment_resumes_without_loss(tmp_path: Path, seed: int) -> None:
    """The process is killed until the game is over, the first time with a marble in a hand."""
    chance, kills, in_hand = random.Random(seed), 0, 0
    seen: list[tuple[int, str]] = []
    while True:
        process = subprocess.Popen(
            [*COMMAND, *FOUR, "--seed", str(seed), "--state", str(tmp_path)],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        try:
            _let_it_get_somewhere(process, tmp_path, seen[-1][0] if seen else 0, chance, kills % 2 == 0)
        finally:
            process.kill()
            ended = process.wait()
        if ended == 0:
            break
        kills += 1
        in_hand += _in_hand(tmp_path)
        check(tmp_path / FILE)
        kept = [(record.n, record.hash) for record in records(tmp_path / FILE)]
        assert kept[: len(seen)] == seen, "what was kept is kept for ever"
        seen = kept
    assert kills >= 2
    assert in_hand >= 1
    log = check_every_play(tmp_path)
    assert log.over is not None
    assert [each.n for each in log.plays] == list(range(1, len(log.plays) + 1))


def _in_hand(state: Path) -> bool:
    return '"hands": []' not in (state / BOARD).read_text()


def _let_it_get_somewhere(
    process: subprocess.Popen[bytes], state: Path, last: int, chance: random.Random, in_hand: bool
) -> None:
    """Let the process write more records, then stop it (SIGSTOP); return also if it has ended.

    If `in_hand` is set, it is stopped while a marble is in a hand.
    """
    path, wanted = state / FILE, last + 10 + int(chance.random() * (60 if whole() else 120))
    while process.poll() is None:
        if path.exists() and not is_fresh(path) and check(path, 1).last >= wanted:
            time.sleep(chance.random() * 0.005)
            process.send_signal(signal.SIGSTOP)
            if not in_hand or _in_hand(state):
                return
            process.send_signal(signal.SIGCONT)
        time.sleep(0.02)
