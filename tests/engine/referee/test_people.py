"""Whole games of people with other habits than the simulation's: each play is announced in time and without
an alarm.
"""

from __future__ import annotations
