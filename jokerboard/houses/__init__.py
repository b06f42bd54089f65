"""One game on two or more boards, each in a different house: the shared log, its rules, and the links."""
