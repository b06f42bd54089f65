"""The simulated board: holes with marbles, and devices that behave like real devices."""
