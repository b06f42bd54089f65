"""The simulated board: wood that keeps its marbles, and devices that behave like the real ones."""
