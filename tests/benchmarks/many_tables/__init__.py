"""A tournament: tables that publish, the director that collects, rounds to pair."""
