"""Commands of one table: served or simulated, its cards, its journal."""
