"""Several halls, one federation: each desk publishes its event log, and one desk follows them read-only.

    a hall's store ─► publisher ─► the hall's Redis ─► follower ─► a store a hall ─► pages, standings across

A hall is published like a table (`jokerboard/tournament/publish/`), under the name `hall:NAME`: announcement,
stream, generations, signed sign of life. No table has a colon in its name, so desks that collect tables never
take a hall for one.
"""
