"""Debounced changes of holes."""
