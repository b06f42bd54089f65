"""Several halls form one federation: each desk publishes its tournament's log, and one desk follows all of
them.

    a hall's store ─► publisher ─► the hall's Redis ─► follower ─► a store for each hall ─► pages, standings

A hall is published like a table (`jokerboard/tournament/publish/`), under the name `hall:NAME`, with an
announcement, a stream, generations, and a signed heartbeat. The name of a table never contains a colon, so
desks that collect tables never mistake a hall for a table.
"""
