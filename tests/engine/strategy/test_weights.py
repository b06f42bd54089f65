"""Weights of features as TOML files."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import StrategyError
from engine.rules.rule_sets import RULES
from engine.strategy.features import COUNT, groups
from engine.strategy.weights import parse_weights, weights_for
from tests.examples import examples
from tests.fitting.weights.printing import print_weights

WEIGHTS = Path(str(files("engine.strategy"))) / "weights"
DOCUMENT = Path(__file__).parents[3] / "docs" / "strategy.md"


@examples(20)
@given(st.integers())
def test_printed_weights_are_parsed_to_equal_weights_of_two_decimals(seed: int) -> None:
    random = Random(seed)
    weights = [random.uniform(-9, 9) for _ in range(COUNT)]
    text = print_weights(weights, ["how they came about"])
    assert text.startswith("# how they came about\n")
    assert parse_weights(text, "file") == pytest.approx(weights, abs=0.0051)
    assert print_weights(parse_weights(text, "file"), ["how they came about"]) == text


@pytest.mark.parametrize("kind", ["play", "chance"])
@pytest.mark.parametrize("name", [*RULES, "ours"])
def test_machine_players_have_weights_for_every_rule_set(kind: str, name: str) -> None:
    assert len(weights_for(name, kind)) == COUNT


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("lane = [", "lane = [1.0, ", "seat.me.lane must be a list of 32 numbers"),
        ("[hand]", "[head]", "hand.waiting_1 must be a list of 4 numbers"),
        ("lane = [0.00", 'lane = ["x"', "seat.me.lane has a value that is not a finite number"),
        ("lane = [0.00", "lane = [inf", "seat.me.lane has a value that is not a finite number"),
        ("[seat.me]", "[seat.me", "file: "),
    ],
)
def test_a_damaged_weights_file_is_refused_with_the_faulty_entry(old: str, new: str, message: str) -> None:
    text = print_weights([0.0] * COUNT, []).replace(old, new, 1)
    with pytest.raises(StrategyError, match=message):
        parse_weights(text, "file")


def test_a_weights_file_of_an_earlier_version_gives_newer_features_the_weight_0() -> None:
    weights = [1.0] * COUNT
    text = print_weights(weights, [])
    old = "\n".join(line for line in text.split("\n") if not line.startswith(("stage", "close")))
    added = sum(count for _, name, count in groups() if name in ("stage", "close"))
    assert sum(parse_weights(old, "file")) == COUNT - added


@pytest.mark.parametrize("file", [*sorted(WEIGHTS.glob("play-*.toml")), WEIGHTS / "network-common.txt"])
def test_the_document_of_results_has_the_digest_of_every_weights_file(file: Path) -> None:
    """The document has the table of `jokerboard strategy arena --pool` and the digest of the weights file."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    assert f"`{file.name}` {digest}" in DOCUMENT.read_text(encoding="utf-8")


def test_a_file_with_an_unknown_kind_of_weights_is_refused() -> None:
    with pytest.raises(StrategyError, match="no weights of the kind 'luck'"):
        weights_for("texas", "luck")
