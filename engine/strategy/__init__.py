"""Machine players: each one sees what its seat may see, and chooses a play."""
