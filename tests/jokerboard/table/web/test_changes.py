"""The patch between two states of the page, by RFC 7386."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from jokerboard.table.web.hub import difference

LEAVES = (
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2) | st.lists(st.integers(0, 2))
)
VALUES = st.recursive(LEAVES, lambda inner: st.dictionaries(st.sampled_from("abcd"), inner), max_leaves=12)
DOCUMENTS = st.dictionaries(st.sampled_from("abcd"), VALUES)


def merged(had: Any, patch: Any) -> Any:
    """The result of a merge patch by RFC 7386."""
    if not isinstance(patch, dict):
        return patch
    now = dict(had) if isinstance(had, dict) else {}
    for key, value in patch.items():
        if value is None:
            now.pop(key, None)
        else:
            now[key] = merged(now.get(key), value)
    return now


def without_nulls(value: Any) -> Any:
    """The document without nulls, because a patch cannot set a field to null."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return value


@given(DOCUMENTS, DOCUMENTS)
def test_the_patch_between_two_states_turns_the_first_into_the_second(
    had: dict[str, Any], now: dict[str, Any]
) -> None:
    patched = merged(without_nulls(had), difference(had, now))
    assert without_nulls(patched) == without_nulls(now)


@given(DOCUMENTS)
def test_the_patch_between_equal_states_is_empty(document: dict[str, Any]) -> None:
    assert difference(document, dict(document)) == {}
