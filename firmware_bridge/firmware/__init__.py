"""The board's firmware, in MicroPython: the device's side of firmware_bridge/PROTOCOL.md.

These modules use only MicroPython's library. `hal_pico` drives a Pico's hardware; `hal_unix` simulates it on
a computer.
"""
