"""The perfect matching of least cost in a graph of teams, by networkx's blossom algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from jokerboard.host.system import install_line
from jokerboard.tournament.event.errors import MissingLibraryError
from jokerboard.words.catalogue import words


def least_cost(edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The pairs of (one, other, cost) that leave the fewest alone, and then have the least cost in sum.

    Costs are whole numbers of any size, and exact. Raise MissingLibraryError without networkx.
    """
    listed = list(edges)
    if not listed:
        return []
    dearest = max(cost for _, _, cost in listed)
    networkx = _networkx()
    graph = networkx.Graph()
    # networkx knows only the greatest weight, so the costs are turned round.
    graph.add_weighted_edges_from((one, other, dearest - cost) for one, other, cost in listed)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)


def _networkx() -> Any:
    try:
        return import_module("networkx")
    except ImportError as error:
        raise MissingLibraryError(
            words("pairing.no-networkx", install=install_line("jokerboard[tournament]"))
        ) from error
