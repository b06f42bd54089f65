"""Learning the weights: games of machine players, and fits to them. Needs numpy; see `make learn`."""
