"""Collect the tables' logs from Redis, verify and store them, and show them at the director's desk."""
