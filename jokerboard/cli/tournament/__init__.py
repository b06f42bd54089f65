"""Commands of a tournament: the director's desk, the event, a whole tournament for trying out."""
