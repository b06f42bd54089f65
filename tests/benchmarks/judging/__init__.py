"""Benchmarks of the referee's inference: how often it is wrong, and how long it takes."""
