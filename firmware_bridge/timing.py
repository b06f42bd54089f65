"""The host's timeouts and intervals. PROTOCOL.md, section 9, gives the reasons."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds."""

    hail_eager: float = 0.5
    hail_heard: float = 0.010
    hail_unheard: float = 0.100
    heard_for: float = 0.250
    ping: float = 0.250
    silence: float = 1.0
    diagnose: float = 2.0
    retry_refused: float = 2.0
    health: float = 10.0
    unanswered: float = 2.0
    unanswered_noisy: float = 10.0
