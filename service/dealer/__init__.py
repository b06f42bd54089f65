"""The table's dealer: it shuffles, deals and draws for a game without cards of paper."""
