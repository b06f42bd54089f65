"""Pairing: the Swiss, the round robin, and which side of its table a team sits on."""
