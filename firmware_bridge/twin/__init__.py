"""A simulated board: the real firmware, run without a Pico in a process of its own."""
