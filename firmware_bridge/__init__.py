"""The link to a microcontroller under the board: the protocol, the host's side of it, and the firmware.

PROTOCOL.md defines the protocol. Drivers use `BoardLink` (in `firmware_bridge.link`). Importing this package
opens no serial line and imports no serial library.
"""
