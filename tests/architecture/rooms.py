"""Draw which package imports which: the Mermaid drawings in ARCHITECTURE.md, made from the imports.

`make docs` runs this module; `test_rooms.py` fails if the drawings do not show the present imports.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import grimp

ROOT: Final = Path(__file__).parents[2]
ARCHITECTURE: Final = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- rooms: made by `make docs` from the imports -->\n", "<!-- end of rooms -->\n"

Graph: TypeAlias = Mapping[str, frozenset[str]]


@cache
def packages() -> tuple[str, ...]:
    """The top-level packages, as pyproject.toml lists them for the import contracts."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return tuple(project["tool"]["importlinter"]["root_packages"])


@cache
def imports() -> Graph:
    """The modules that each module imports, including imports inside functions and for types."""
    graph = grimp.build_graph(*packages(), cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def package_of(module: str) -> str:
    """The room of a module in the large drawing.

    A room is a folder of `jokerboard`, a top-level package, `engine.referee` or `engine.strategy`.
    """
    package, _, inner = module.partition(".")
    room = ".".join(module.split(".")[:2])
    if package == "jokerboard":
        # `__main__` only starts the command line, so it belongs to no room.
        return room if inner and inner != "__main__" else "jokerboard.cli"
    return room if room in ("engine.referee", "engine.strategy") else package


def folder_of(module: str) -> str:
    """The folder that contains a module; a package is its own folder."""
    # A folder that a merge has emptied may remain with its compiled modules.
    package = ROOT / module.replace(".", "/") / "__init__.py"
    return module if package.is_file() else module.rpartition(".")[0]


def between(graph: Graph, rooms: Mapping[str, str]) -> Graph:
    """The rooms that each room imports, from the imports of modules; modules without a room are left out."""
    arrows: dict[str, set[str]] = {room: set() for room in rooms.values()}
    for module, imported in graph.items():
        for other in imported:
            if module in rooms and other in rooms and rooms[module] != rooms[other]:
                arrows[rooms[module]].add(rooms[other])
    return {room: frozenset(others) for room, others in arrows.items()}


def cycles(graph: Graph) -> list[tuple[str, ...]]:
    """Each set of nodes that all reach each other, sorted."""
    reach = {node: reachable(graph, node) for node in graph}
    found = {
        tuple(sorted(other for other in reach[node] if node in reach[other]))
        for node in graph
        if node in reach[node]
    }
    return sorted(found)


def reachable(graph: Graph, node: str) -> frozenset[str]:
    """The nodes that `node` reaches by one arrow or more."""
    seen: set[str] = set()
    ahead = list(graph[node])
    while ahead:
        there = ahead.pop()
        if there not in seen:
            seen.add(there)
            ahead += graph[there]
    return frozenset(seen)


def reduced(graph: Graph) -> Graph:
    """The graph without arrows that a longer path already implies."""
    reach = {node: reachable(graph, node) for node in graph}
    return {
        node: frozenset(to for to in others if not any(to in reach[via] for via in others - {to}))
        for node, others in graph.items()
    }


def drawing(graph: Graph) -> str:
    """The graph as a Mermaid drawing."""
    lines = ["```mermaid", "flowchart TD"]
    lines += [
        f"    {_id(node)}[{node.removeprefix('jokerboard.').removeprefix('table.')}]"
        for node in sorted(graph)
    ]
    for node, others in sorted(reduced(graph).items()):
        lines += [f"    {_id(node)} --> {_id(other)}" for other in sorted(others)]
    return "\n".join([*lines, "```", ""])


def rooms() -> str:
    """Both drawings with their captions: all rooms, and the rooms of the table."""
    graph = imports()
    whole = drawing(between(graph, {module: package_of(module) for module in graph}))
    inside = {module: folder_of(module) for module in graph if module.startswith("jokerboard.table.")}
    return (
        f"{whole}\nInside `jokerboard/table/`:\n\n{drawing(between(graph, inside))}\n"
        "An arrow points from the room that imports to the room it imports. "
        "Arrows that follow from others are left out.\n"
    )


def updated(text: str) -> str:
    """The text of ARCHITECTURE.md with its drawings made from the present imports."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}{rooms()}{END}{rest.split(END)[1]}"


def _id(node: str) -> str:
    return node.replace(" ", "_").replace(".", "_")


def main(arguments: Iterable[str]) -> None:
    """Write the drawings into ARCHITECTURE.md."""
    assert not list(arguments), "no arguments are needed"
    ARCHITECTURE.write_text(updated(ARCHITECTURE.read_text()))


if __name__ == "__main__":
    main(sys.argv[1:])
