"""Ports, drivers and the simulated board: channels and colours, never rules."""
