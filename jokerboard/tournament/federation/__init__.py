"""Several halls, one federation: each desk publishes its event log, and one desk follows them read-only.

    a hall's store ─► publisher ─► the hall's Redis ─► follower ─► a store a hall ─► pages, standings across

A hall is published like a table (`jokerboard/tournament/publish/`), under the name `hall:NAME`: announcement,
stream, generations, signed sign of life. A table's name never contains a colon, so desks that collect tables
never mistake a hall for a table.
"""
