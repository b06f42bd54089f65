"""How much likelier a hypothesis has to be before the policy says so, as differences of cost."""

SURE = 1.0
"""Than that a play is not made yet, a board is right, or a sensor works ..."""
CLEAR = 1.65
"""... and than any other play; at rest, plays closer than this are asked about."""
