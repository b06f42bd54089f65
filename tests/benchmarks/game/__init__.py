"""Benchmarks of the rules of the game and of machine players."""
