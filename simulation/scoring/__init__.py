"""Verdicts held against the truth: what was right, what was wrong, and by the contract's letter."""
