"""The simulated board of the demo: its wood, near or far, its devices, a game without a page."""
