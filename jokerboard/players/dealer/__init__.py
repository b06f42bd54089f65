"""The table's dealer: it shuffles, deals and draws for a game without paper cards."""
