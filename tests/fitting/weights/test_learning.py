"""Learning of weights: the compiled games, the fits, and the whole run."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bits import Bits
from engine.cards import RANKS
from engine.moves import Found
from engine.rules.rule_sets import RULES
from engine.strategy.features import COUNT, Eyes
from engine.strategy.network import Network, parse_network
from engine.table import Table, table_for
from tests.engine.boards import random_position

np = pytest.importorskip("numpy", reason="numpy is only for learning: make learn installs it")


@pytest.fixture(scope="module")
def library() -> Any:
    """The library of compiled games, built without optimization, which takes 2 processor seconds."""
    from tests.fitting.weights import compiled

    try:
        return compiled.compiled(("-O0", "-std=c++17", "-shared", "-fPIC"))
    except compiled.LibraryError as error:
        pytest.skip(str(error))


def _holes(table: Table, bits: Bits) -> tuple[int, ...]:
    """The seat of the marble in each ring hole (-1: none), then each seat's lane as bits."""
    at, lanes = [-1] * table.ring, [0] * table.sides
    for seat in table.seats:
        mask = bits >> table.width * seat & table.whole
        lanes[seat] = mask >> table.lanes[seat] & 31
        for hole in range(table.ring):
            if mask >> hole & 1:
                at[hole] = seat
    return (*at, *lanes)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [4, 8])
def test_the_compiled_games_compute_the_plays_and_features_of_the_engine(
    library: Any, name: str, players: int
) -> None:
    from tests.fitting.weights.compiled import address, player_of, rules_of

    if players not in RULES[name].players:
        pytest.skip(f"{name} is not for {players} players")
    random, rules = Random(f"{name}{players}"), rules_of(table_for(RULES[name], players))
    network, player = random_network(random)
    for _ in range(12):
        table, position = random_position(random, RULES[name], players)
        bits = position.bits
        here, size = _holes(table, bits), table.ring + players
        at, lanes = np.array(here[: table.ring], np.int8), np.array(here[table.ring :], np.uint8)
        found = Found(table, position)
        for number, rank in enumerate(RANKS):
            out = np.zeros((4000, size), np.int8)
            count = library.results(
                address_of(rules), address(at), address(lanes), position.turn, number, address(out), 4000
            )
            assert set(map(tuple, out[:count].tolist())) == {_holes(table, after) for after in found[rank]}
        hand = [random.choice(RANKS) for _ in range(4)]
        kept, numbers = np.array([hand.count(rank) for rank in RANKS], np.uint8), np.zeros(4000, np.int16)
        value = np.zeros(1)
        count = library.features(
            address_of(rules),
            address(at),
            address(lanes),
            position.turn,
            address(kept),
            address_of(player_of(player)),
            address(numbers),
            address(value),
        )
        eyes = Eyes(table)
        features = eyes.board(bits, position.turn) + eyes.hand(bits, position.turn, hand)
        assert sorted(numbers[:count].tolist()) == sorted(features)
        assert network.value(features) == pytest.approx(value[0], abs=1e-3)


def random_network(random: Random) -> tuple[Network, Any]:
    """A network with random numbers, as a value and as the structure of the compiled games."""
    from tests.fitting.weights.descent import SIZE, UNITS, print_network

    numbers = np.array([random.uniform(-0.3, 0.3) for _ in range(SIZE)], np.float32).round(3)
    network = parse_network(print_network(numbers, ["random"]), "text")
    assert len(network.part) == UNITS
    return network, numbers


def address_of(rules: Any) -> Any:
    import ctypes

    return ctypes.byref(rules)


def test_the_compiled_games_refuse_an_unsupported_table() -> None:
    from tests.fitting.weights.compiled import LibraryError, rules_of

    with pytest.raises(LibraryError, match="learning plays with two teams and no idle side, not 2 at 4"):
        rules_of(table_for(RULES["pegs-and-jokers"], 2))


def test_a_missing_cpp_compiler_is_reported_with_its_name_and_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.fitting.weights.__main__ import main
    from tests.fitting.weights.compiled import compiled

    monkeypatch.setenv("CXX", "no-such-compiler -x")
    compiled.cache_clear()
    assert main([]) == 2
    assert "There is no C++ compiler 'no-such-compiler': install g++ or clang" in capsys.readouterr().err
    compiled.cache_clear()


def test_a_fit_recovers_the_weights_from_which_the_values_of_positions_were_generated(
    monkeypatch: pytest.MonkeyPatch, library: Any
) -> None:
    from tests.fitting.weights import fit as fits

    monkeypatch.setattr(fits, "compiled", lambda: library)
    fit = fits.Fit([0.0] * COUNT, ridge=1.0, forget=0.8)
    for _ in range(3):
        fit.take([_batch([[0], [1]] * 5000, [0.73, 0.5] * 5000)])
    assert fit.weights[0] == pytest.approx(1.0, abs=0.05)
    assert fit.weights[1] == pytest.approx(0.0, abs=0.05)


def test_a_network_learns_a_value_that_no_sum_of_weights_can_express(
    monkeypatch: pytest.MonkeyPatch, library: Any
) -> None:
    from tests.fitting.weights import descent

    monkeypatch.setattr(descent, "compiled", lambda: library)
    learning = descent.Descent([0.0] * COUNT, seed=1)
    rows = [
        [2],
        [0, 2],
        [1, 2],
        [0, 1, 2],
    ]  # The value is highest if exactly one of the features 0 and 1 is present.
    for _ in range(12):
        surprise = learning.take([_batch(rows * 250, [0.1, 0.9, 0.9, 0.1] * 250)], rate=0.03)
    network = parse_network(descent.print_network(learning.numbers, []), "text")
    assert descent.numbers_of(network) == pytest.approx(learning.numbers, abs=0.0006)
    assert surprise < 0.4
    assert [network.value(row) > 0 for row in rows] == [False, True, True, False]


def _batch(rows: list[list[int]], worths: list[float]) -> Any:
    from tests.fitting.weights.compiled import Batch

    ends = np.cumsum([len(row) for row in rows]).astype(np.int32)
    features = np.array([n for row in rows for n in row], np.int16)
    return Batch(features, ends, np.array(worths, np.float32))


def test_the_fit_couples_the_weights_of_the_opponents_on_the_left_and_on_the_right() -> None:
    from tests.fitting.weights.fit import neighbours

    mirrored = [(one, other) for one, other, strength in neighbours() if strength > 20]
    assert len(set(mirrored)) == len(mirrored) > 100
    assert all(one != other for one, other in mirrored)


@pytest.mark.parametrize("true_scale", [0.5, 1.0, 1.7])
def test_a_fit_recovers_the_scale_with_which_chances_were_generated(true_scale: float) -> None:
    from engine.strategy.evaluation import chance
    from tests.fitting.weights.fit import fit_scale

    luck, rows, won = Random("scale"), list[list[int]](), list[float]()
    weights = [0.5, -0.5, 1.0, -1.0]
    for _ in range(6000):
        rows.append([luck.randrange(4), luck.randrange(4)])
        won.append(float(luck.random() < chance(true_scale * sum(weights[n] for n in rows[-1]))))
    assert fit_scale([_batch(rows, won)], weights) == pytest.approx(true_scale, abs=0.12)


def test_learning_with_equal_seeds_gives_equal_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: Any
) -> None:
    from tests.fitting.weights import __main__ as front
    from tests.fitting.weights import compiled, descent, fit

    for module in (front, compiled, fit, descent):
        monkeypatch.setattr(module, "compiled", lambda: library)
    few = [
        "--rules",
        "own-deck",
        "--games",
        "2",
        "--generations",
        "1",
        "--network-generations",
        "1",
        "--deals",
        "5",
    ]
    texts = []
    for threads in ("1", "2"):
        folder = tmp_path / threads
        folder.mkdir()
        assert front.main([*few, "--threads", threads, "--folder", str(folder)]) == 0
        texts.append([file.read_bytes() for file in sorted(folder.iterdir())])
    assert len(texts[0]) == 3
    assert texts[0] == texts[1]
