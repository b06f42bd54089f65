"""Learn the weights of machine players from their games. This needs numpy; see `make learn`."""
