"""Benchmarks of a single table: its service, its page and its devices."""
