"""The gestures, habits and illegal attempts of simulated people."""
