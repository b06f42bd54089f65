"""One game on several boards, each in a different house: the shared log, its rules, and the links."""
