"""The board's own program, in MicroPython: see PROTOCOL.md one folder up.

These modules use only MicroPython's library; `hal_pico` is for the Pico, `hal_unix` for any other machine.
"""
