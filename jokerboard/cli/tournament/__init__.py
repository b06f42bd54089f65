"""Commands of a tournament: the director's desk, the event, a simulated tournament."""
