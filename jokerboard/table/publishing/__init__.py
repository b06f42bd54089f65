"""A table at a tournament: its journal goes to the director, and it carries out the director's orders."""
