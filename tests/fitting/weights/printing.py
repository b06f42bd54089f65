"""Print weights as the text of a file."""

from __future__ import annotations

from collections.abc import Sequence

from engine.strategy.features import groups


def print_weights(weights: Sequence[float], origin: Sequence[str]) -> str:
    """The weights, with two decimals, as text for `parse_weights`; `origin` are its first lines."""
    lines = [f"# {line}" for line in origin]
    at, last = 0, ""
    for section, name, count in groups():
        if section != last:
            lines += ["", f"[{section}]"]
            last = section
        numbers = ", ".join(f"{weight:.2f}".replace("-0.00", "0.00") for weight in weights[at : at + count])
        lines.append(f"{name} = [{numbers}]")
        at += count
    return "\n".join(lines) + "\n"
