"""A sheet of labels: A4, 65 labels of 38 by 21 mm in five columns of thirteen, the most common paper."""

from __future__ import annotations

MM = 72 / 25.4
"""Points in a millimetre."""

PAGE = (210.0, 297.0)
LABEL = (38.1, 21.2)
COLUMNS, ROWS = 5, 13
LEFT, TOP, GAP = 4.75, 10.7, 2.5
"""The sheet's margins, and the gap between columns, in millimetres; rows touch."""
