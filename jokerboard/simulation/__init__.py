"""Simulated boards and people; no table on a real board imports it.

`people/` chooses and moves like people, `world/` is a table without them, `games/` plays whole games in trace
time, `scoring/` compares the verdicts with the truth, `fit/` fits the referee's costs to such games. `board/`
is the simulated board of a running service, `hall/` a hall of such tables.
"""
