"""Common sheets of labels: A4 with 65 labels, and US Letter with 30 (Avery 5160)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

MM = 72 / 25.4
"""Points per millimetre."""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """One kind of sheet, in millimetres; `gap` is between columns, rows have no gap."""

    page: tuple[float, float]
    label: tuple[float, float]
    columns: int
    rows: int
    left: float
    top: float
    gap: float

    @property
    def labels(self) -> int:
        """The number of labels on a page."""
        return self.columns * self.rows

    def corner(self, number: int) -> tuple[float, float]:
        """The lower left corner of label `number`, from the page's lower left."""
        row, column = divmod(number % self.labels, self.columns)
        x = self.left + column * (self.label[0] + self.gap)
        return x, self.page[1] - self.top - (row + 1) * self.label[1]


LABEL_SHEETS: Mapping[str, LabelSheet] = MappingProxyType(
    {
        "a4": LabelSheet((210.0, 297.0), (38.1, 21.2), 5, 13, 4.75, 10.7, 2.5),
        "letter": LabelSheet((215.9, 279.4), (66.675, 25.4), 3, 10, 4.76, 12.7, 3.175),
    }
)
