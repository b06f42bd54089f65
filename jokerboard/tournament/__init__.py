"""A tournament: the logs of many tables in one hall, and the director's desk that collects and shows them."""
