"""`make mutants`: how mutants are made, sampled and tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.__main__ import ALSO, equivalents, files_of, main, room_of
from tests.mutants.mutants import mutants, sample
from tests.mutants.suite import Suite, place_of
from tests.mutants.trial import ROOT, Bench, Outcome

SOURCE = b'''
def largest(numbers: list[int], least: int = 0) -> int:
    """The largest of the numbers, at least 0."""
    for number in numbers:
        if number > least and not number == 13:
            least = number + 0
    return least
'''


def test_a_mutant_changes_code_but_no_texts() -> None:
    after = {each.before_and_after(SOURCE)[1] for each in mutants("largest.py", SOURCE)}
    assert after == {
        "def largest(numbers: list[int], least: int = 1) -> int:",
        "if number >= least and not number == 13:",
        "if number > least or not number == 13:",
        "if number > least and bool(number == 13):",
        "if number > least and not number != 13:",
        "if number > least and not number == 14:",
        "if (not (number > least and not number == 13)):",
        "least = number - 0",
        "least = number + 1",
        "return None",
    }


def test_a_mutant_of_a_returned_condition_negates_the_condition() -> None:
    source = b"def always() -> bool:\n    return True\n"
    assert [each.before_and_after(source)[1] for each in mutants("always.py", source)] == ["return False"]


def test_equal_seeds_sample_equal_mutants_and_different_seeds_different_mutants() -> None:
    files = files_of(room_of("host"))
    assert sample(ROOT, files, 20, 1) == sample(ROOT, files, 20, 1) != sample(ROOT, files, 20, 2)


def test_a_sample_has_at_most_one_mutant_for_each_line() -> None:
    found = sample(ROOT, files_of(room_of("host")), 40, 1)
    assert len({(each.path, each.line) for each in found}) == len(found) == 40


def test_the_mutants_of_the_engine_exclude_the_referee_and_the_strategy() -> None:
    assert not [name for name in files_of("engine") if name.startswith(("engine/referee", "engine/strategy"))]


def test_every_listed_equivalent_mutant_quotes_a_line_of_the_program() -> None:
    for file, before, _ in equivalents():
        lines = [line.strip() for line in (ROOT / file).read_text().splitlines()]
        assert before in lines, (file, before)


def test_mutating_an_unknown_room_of_the_program_is_refused_with_exit_code_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["cellar"]) == 2
    assert "There is no room 'cellar'" in capsys.readouterr().err


MODULE = b"""
LEAST = 3

def bounded(number: int, most: int = 9) -> int:
    if number < LEAST:
        return LEAST
    return min(number, most)

def doubled(number: int) -> int:
    return number + number

def named() -> int:
    return 3 + LEAST
"""


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    """Tests in a folder: a fast and a slow test of the module `bounded`, and one that starts a program."""
    (tmp_path / "bounds.py").write_bytes(MODULE)
    for name in ("test_bounded.py", "test_program.py"):
        (tmp_path / name).write_text("")
    dear, cheap, program = "test_bounded.py::dear", "test_bounded.py::cheap", "test_program.py::starts"
    executed = {
        5: frozenset({dear, cheap}),
        6: frozenset({dear}),
        7: frozenset({cheap}),
        10: frozenset[str](),
        13: frozenset({""}),
    }
    return Suite(
        {dear: 1.5, cheap: 0.01, program: 0.1}, {"bounds.py": executed}, frozenset({"test_program.py"}), ()
    )


@pytest.mark.parametrize(
    ("line", "tests"),
    [
        pytest.param(2, ["cheap", "dear", "starts"], id="constant: first the tests of lines that name it"),
        pytest.param(4, ["cheap", "dear"], id="default: the tests of the function"),
        pytest.param(6, ["dear"], id="statement: the tests that execute it"),
        pytest.param(10, ["starts"], id="executed by no test: the tests that start programs"),
        pytest.param(13, ["cheap", "starts", "dear"], id="executed by the import alone: all tests"),
    ],
)
def test_a_mutant_is_tried_on_the_tests_that_can_detect_it_and_cheap_tests_run_first(
    line: int, tests: list[str], suite: Suite, tmp_path: Path
) -> None:
    mutant = next(each for each in mutants("bounds.py", MODULE) if each.line == line)
    assert [test.partition("::")[2] for test in suite.tests_of(mutant, tmp_path)] == tests
    assert suite.reaches(mutant, tmp_path) == (line != 10)


def test_a_mutant_covers_all_lines_of_its_statement() -> None:
    source = b"def added(a: int) -> int:\n    return (\n        a\n        + 1\n    )\n"
    assert [place_of(source, each).lines for each in mutants("added.py", source)] == [range(2, 6)] * 3


def test_every_test_that_counts_for_another_room_exists() -> None:
    for each in (test for tests in ALSO.values() for test in tests):
        file, _, name = each.partition("::")
        assert (ROOT / file).is_file(), each
        assert not name or f"def {name}(" in (ROOT / file).read_text(), each


def test_a_mutant_with_an_endless_loop_is_ended_by_its_own_limit_although_tests_have_a_longer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    for name in ("mutants", "limits.py"):
        (tmp_path / "tests" / name).symlink_to(ROOT / "tests" / name)
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["tests.limits"]\n')
    source = (
        b"def three(number: int) -> int:\n    while number < 3:\n        number += 1\n    return number\n"
    )
    (tmp_path / "counting.py").write_bytes(source)
    test = "import counting\ndef test_three():\n    assert counting.three(0) == 3\n"
    (tmp_path / "test_counting.py").write_text(test)
    monkeypatch.setattr("tests.mutants.trial.PATIENCE", 1.0)
    monkeypatch.setenv("TEST_LIMIT", "30")
    (endless,) = [each for each in mutants("counting.py", source) if each.replacement == "pass"]
    with Bench(tmp_path, Suite({"test_counting.py::test_three": 0.0}, {}, frozenset(), ())) as bench:
        assert bench.tried(endless, ["test_counting.py::test_three"]) is Outcome.HANGS
