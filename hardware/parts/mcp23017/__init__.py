"""MCP23017 port expanders: hole sensors on I2C buses of a Raspberry Pi."""
