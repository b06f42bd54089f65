"""MicroPython's compilers, and stand-ins for them where CPython runs the firmware.

Viper compiles a function to machine code, some twenty times as fast as bytecode. The Pico has one millisecond
for each pass, and one bytecode of a loop takes it 3 to 10 µs, so loops over bytes, channels and LEDs are
viper functions. viper's numbers have 32 bits, and names from outside a function are slow, so constants are
written as numbers. Times are 30-bit numbers (mask 0x3FFFFFFF), which MicroPython keeps without allocating.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython

    # viper recognises these words itself; the names exist only to be imported.
    ptr8 = ptr16 = ptr32 = None
else:

    class micropython:
        """The compiler's decorators, which change nothing here."""

        @staticmethod
        def viper(function):
            """The function itself."""
            return function

        native = viper

    def ptr8(buffer):
        """A buffer of bytes, indexed."""
        return buffer

    ptr16 = ptr32 = ptr8
