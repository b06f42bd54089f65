"""In games of people with other habits than the simulation's, plays are announced in time, without alarms."""

from __future__ import annotations
