"""Ports, drivers and the simulated board. This package knows channels and colours, never rules of the
game.
"""
