"""Timeouts and intervals of the host's side in seconds; section 9 of PROTOCOL.md gives the reasons."""

HAIL_EAGER = 0.5
HAIL_HEARD = 0.010
HAIL_UNHEARD = 0.100
HEARD_FOR = 0.250
PING = 0.250
PING_EAGER = 0.030
ACK_AGAIN = 0.010
SILENCE = 1.0
DIAGNOSE = 2.0
RETRY_REFUSED = 2.0
HEALTH = 10.0
UNANSWERED = 2.0
UNANSWERED_NOISY = 10.0
