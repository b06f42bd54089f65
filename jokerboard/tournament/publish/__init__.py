"""Publish a table's journal to Redis, and receive the director's orders."""
