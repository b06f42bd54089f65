"""The simulated board of the demo: its wood, here or in another process, its devices, a hand that carries."""
