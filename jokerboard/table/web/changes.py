"""The differences of two JSON documents, as a merge patch (RFC 7386): null removes a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def difference(had: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that changes `had` into `now`; empty if they are equal.

    A patch cannot set null: a field that is null in `now` is missing after the patch.
    """
    patch: dict[str, Any] = {key: None for key, value in had.items() if value is not None and key not in now}
    for key, value in now.items():
        before = had.get(key)
        if value is before or value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            patch[key] = difference(before, value)
        else:
            patch[key] = value
    return patch
