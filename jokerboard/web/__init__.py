"""Shared by all pages of jokerboard: guarding, reading bodies, sending events, serving."""
