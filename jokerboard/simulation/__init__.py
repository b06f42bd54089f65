"""Simulated boards and people; no table on a real board imports it.

`people/` chooses and moves like people. `board/` is the simulated board of a running service.
`hall_tables.py` and `hall_director.py` simulate a hall of such tables.
"""
