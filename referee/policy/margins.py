"""How much likelier a hypothesis has to be before the policy says so, as differences of cost."""

NOW = 1.65
"""A play is said at once if it is so much likelier than any other ..."""
MADE = 1.0
"""... and so much likelier than that it is not made yet."""
ASK = 1.6
"""At rest, plays closer than this are asked about."""
SURE = 1.0
"""Nothing is called illegal while a hypothesis without a mistake costs less than so much more."""
