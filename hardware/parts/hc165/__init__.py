"""74HC165 shift registers: hole sensors on a chain that a Raspberry Pi reads."""
