"""The events of a game's devices: names for their channels, their order, the time of the game."""
