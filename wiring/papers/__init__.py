"""The documents for the builder of a board: template, drawings, lists, labels."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from wiring.errors import BuildError


def library(name: str) -> Any:
    """Import a module of reportlab or ezdxf; raise BuildError, with the remedy, if it is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        raise BuildError(
            f"the builder's documents need {name.partition('.')[0]}, which is not installed:"
            " in jokerboard's folder, make papers BOARD=FILE installs it"
        ) from error
