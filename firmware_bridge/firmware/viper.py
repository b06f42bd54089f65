"""The decorators and types of MicroPython's compiler Viper, and replacements for CPython.

Viper compiles a function to machine code, which is some twenty times as fast as bytecode. The Pico has one
millisecond for each pass, and each bytecode in a loop takes 3 to 10 µs, so loops over bytes, channels and
LEDs are Viper functions. Viper's numbers have 32 bits. It looks up global names slowly, so constants in its
functions are written as numbers. Times are 30-bit numbers (mask 0x3FFFFFFF), which MicroPython keeps without
allocating.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython

    # Viper knows these types itself; the names are defined only so that modules can import them.
    ptr8 = ptr16 = ptr32 = None
else:

    class micropython:
        """MicroPython's decorators `viper` and `native`; on CPython they change nothing."""

        @staticmethod
        def viper(function):
            """The function, unchanged."""
            return function

        native = viper

    def ptr8(buffer):
        """The buffer, unchanged: on CPython it can be indexed like Viper's pointer to bytes."""
        return buffer

    ptr16 = ptr32 = ptr8
