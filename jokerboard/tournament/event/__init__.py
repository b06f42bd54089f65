"""A tournament of teams, from registration to the prize list: rounds, pairings, clock, results, standings."""
