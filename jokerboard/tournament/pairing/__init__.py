"""Pairing: the Swiss system, the round robin, and the sides of a table on which teams sit."""
