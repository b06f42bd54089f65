"""The settings of a table: its configuration file and its decks of cards."""
