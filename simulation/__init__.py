"""Simulated people, the boards they play on, and what they are scored by; never part of a real table."""
