"""WS2812B lights: one data line, timed pulses."""
