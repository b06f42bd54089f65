"""Machine players at a table: their seats, their cards, their turns."""
