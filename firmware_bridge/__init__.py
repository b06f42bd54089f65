"""The link to a microcontroller under the board: PROTOCOL.md, both its sides, and the firmware.

`BoardLink` (in `firmware_bridge.link`) is what a driver uses. Importing this package opens nothing
and imports no serial library.
"""
