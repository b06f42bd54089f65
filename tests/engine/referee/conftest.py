"""Choose the scenarios for tests with the argument `group`: a sample, or all with `--all-scenarios`."""

from __future__ import annotations

import pytest

from tests.engine.referee.scenario import NOT_YET, chosen, corpus_files, corpus_names

EVERY = 8
"""The sample has one of this many hand-picked scenarios."""
OF_THE_CORPUS = 40
"""The sample has one of this many scenarios of each corpus file."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the argument `group` lists of scenario names: one hand-picked name, or names of the corpus."""
    if "group" not in metafunc.fixturenames:
        return
    everything = metafunc.config.getoption("--all-scenarios")
    names = [name for name in chosen() if name not in NOT_YET]
    singles = [[name] for name in names[:: 1 if everything else EVERY]]
    groups = [corpus_names(file)[:: 1 if everything else OF_THE_CORPUS] for file in corpus_files()]
    groups = [*singles, *groups]
    metafunc.parametrize(
        "group",
        groups,
        ids=[names[0] if len(names) == 1 else names[0].rpartition("/")[0] for names in groups],
    )
