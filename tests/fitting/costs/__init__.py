"""Fit the referee's cost table to simulated games, in which the true plays are known."""
