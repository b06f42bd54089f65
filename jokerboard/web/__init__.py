"""The parts that all pages of jokerboard share: access, request bodies, events, serving."""
