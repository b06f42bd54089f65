"""Services of the computer for all of jokerboard: errors, files, locks, wall clock, disk and network."""

VERSION = "0.1.0"
"""The program's version, as in pyproject.toml; reading the installed package's metadata would take 20 ms."""
