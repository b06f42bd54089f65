"""A simulated board that runs the real firmware in a process of its own."""
