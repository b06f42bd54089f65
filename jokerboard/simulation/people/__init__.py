"""Simulated people: they choose with the engine, and act only by lifting, placing and laying cards."""
