"""`python -m tests.benchmarks [NAME ...]`: run the named benchmarks, or all, and print their figures.

A benchmark with its own arguments is run alone, as in `python -m tests.benchmarks bar --help`.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType

import tests.benchmarks
from tests.benchmarks import BenchmarkError


def modules() -> dict[str, str]:
    """The module of every benchmark by its name, which is the last part of the module's name."""
    found = (module.name for module in pkgutil.walk_packages(tests.benchmarks.__path__, "tests.benchmarks."))
    rooms = (name.split(".")[2:] for name in found if name.count(".") == 3)
    return {name: f"tests.benchmarks.{room}.{name}" for room, name in rooms if not name.startswith("_")}


def names() -> tuple[str, ...]:
    """The names of all benchmarks that can be run."""
    return tuple(sorted(modules()))


def runner(name: str) -> Callable[[], Iterable[str]] | None:
    """The benchmark's function `run`; None if the module has none."""
    run: Callable[[], Iterable[str]] | None = getattr(_module(name), "run", None)
    return run


def only_named(name: str) -> bool:
    """Whether the benchmark is slow, and therefore runs only if its name is given."""
    return getattr(_module(name), "ONLY_NAMED", False)


def program(name: str) -> Callable[[Sequence[str]], int] | None:
    """The benchmark's function `main`, if it takes arguments; else None."""
    if name not in modules():
        return None
    found: Callable[[Sequence[str]], int] | None = getattr(_module(name), "main", None)
    return found


def _module(name: str) -> ModuleType:
    return importlib.import_module(modules()[name])


def main(argv: Sequence[str] | None = None) -> int:
    """Print one section for each benchmark; return 1 if one fails, 2 if a name is unknown."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given and (own := program(given[0])) is not None:
        return own(given[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(names())}; all when none is given"
    )
    wanted = tuple(parser.parse_args(given).names)
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(
            f"jokerboard: no benchmark named {', '.join(unknown)}; there are {', '.join(names())}",
            file=sys.stderr,
        )
        return 2
    print(f"Python {sys.version.split()[0]}, one core")
    code = 0
    for name in wanted or names():
        run = runner(name)
        if run is None or (not wanted and only_named(name)):
            continue
        print(f"\n{name}")
        try:
            for line in run():
                print(f"  {line}", flush=True)
        except BenchmarkError as error:
            print(f"jokerboard: {name}: {error}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
