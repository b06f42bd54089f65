"""Collect every table's log: read it from Redis, verify it, keep it in the store, show it at the desk."""
