"""The rules of the game: the engine's speed, and the machine players'."""
