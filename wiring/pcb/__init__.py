"""Printed circuit boards that carry the sensors and lights: drawn by script, checked and plotted by KiCad."""
