"""The engine with its move finding compiled by mypyc, built in a folder that is thrown away.

The product ships no compiled modules: these figures show the possible gain where pure Python is too slow.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[3]
MODULES = ("engine/landing.py", "engine/moves.py")
"""The modules that find moves, which are compiled."""

_SETUP = f"""
from mypyc.build import mypycify
from setuptools import setup
setup(name="compiled", packages=[], ext_modules=mypycify({list(MODULES)!r}))
"""
_MEASURE = """
from tests.benchmarks.game.engine import games, hands
for figures in (hands, games):
    for line in figures():
        print(line, flush=True)
"""


def run() -> Iterator[str]:
    """The engine's figures with compiled move finding, or one line with the reason if it cannot be built."""
    with TemporaryDirectory() as folder:
        for package in ("engine", "tests/benchmarks"):
            shutil.copytree(ROOT / package, Path(folder, package), ignore=shutil.ignore_patterns("*.so"))
        Path(folder, "setup.py").write_text(_SETUP, encoding="utf-8")
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        built = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
        if built.returncode:
            why = (built.stderr.strip() or "no reason given").splitlines()[-1]
            yield f"not built (a C compiler, mypy and setuptools are needed): {why}"
            return
        measured = subprocess.run(
            [sys.executable, "-c", _MEASURE], cwd=folder, capture_output=True, text=True, check=True
        )
        yield from measured.stdout.splitlines()
