"""Whole games by simulated people in trace time; each verdict of the referee is compared with the truth."""
