"""One game on two boards or more, each in a house of its own: the shared log, its rules, and the links."""
