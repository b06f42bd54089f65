"""Whole games of people unlike the simulation's: each play is said, in its time, and without an alarm."""

from __future__ import annotations
