"""Benchmarks of a tournament: tables that publish, the director that collects, rounds that are paired."""
