"""Collect the tables' logs: read them from Redis, verify them, store them, and show them at the director's
desk.
"""
