"""A tournament: many tables in one hall, and the director's desk."""
