"""Find the perfect matching of least cost between teams, with networkx's blossom algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from jokerboard.host.system import install_line
from jokerboard.tournament.event.errors import MissingLibraryError
from jokerboard.words.catalogue import words


def least_cost(edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The pairs, of the edges (one, other, cost), that leave the fewest teams alone and then cost the least
    in sum.

    Costs are whole numbers of any size, and are exact. Raise MissingLibraryError if networkx is not
    installed.
    """
    listed = list(edges)
    if not listed:
        return []
    dearest = max(cost for _, _, cost in listed)
    networkx = _networkx()
    graph = networkx.Graph()
    # networkx finds the greatest weight only, so costs are subtracted from a constant.
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
