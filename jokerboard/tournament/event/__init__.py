"""A tournament of teams, from registration to the prize list: rounds, pairings, the clock, results,
standings.
"""
