"""A tournament of teams, from registration to prizes: rounds, pairings, clock, results, standings."""
