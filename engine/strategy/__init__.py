"""Machine players: they see what a seat may see, and choose."""
