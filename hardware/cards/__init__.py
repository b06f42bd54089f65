"""Card readers: on serial ports, as keyboards, and the PN532; and the tags they read."""
