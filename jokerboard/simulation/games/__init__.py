"""Whole games by simulated people against the referee, in trace time, with the truth known."""
