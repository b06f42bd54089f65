"""The settings of a table: its configuration file, its decks of cards, house rules."""
