"""A table at a tournament: its journal published to the director, the director's orders carried out."""
