"""The board's own program, in MicroPython: see PROTOCOL.md one folder up.

Only what MicroPython has is used here; `hal_pico` is the Pico, `hal_unix` any other machine.
"""
