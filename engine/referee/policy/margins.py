"""How much likelier a hypothesis must be before the policy announces it, as differences of cost."""

SURE = 1.0
"""The margin over "the play is unfinished", "the board is right" and "the sensor works"."""
CLEAR = 1.65
"""The margin over any other play; at rest, the table asks about plays that are closer."""
