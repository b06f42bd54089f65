"""Analog hall sensors behind the multiplexers of a Raspberry Pi Pico."""
