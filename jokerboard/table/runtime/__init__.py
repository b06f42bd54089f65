"""One table while people play: the game, its records, its announcements, its devices."""
