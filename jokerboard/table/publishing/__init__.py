"""A table at a tournament: it sends its journal to the director and carries out the director's orders."""
