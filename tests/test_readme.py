"""What the README shows is what happens."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_readme_hold() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_every_file_the_readme_points_to_is_there() -> None:
    import re

    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text()):
        if not target.startswith("http"):
            assert (README.parent / target).exists(), target
