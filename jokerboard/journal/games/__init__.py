"""One game, read from its records: to resume, export, check or word it."""
