"""The simulated board of the demo: marbles, here or in another process, its devices, a hand that carries."""
