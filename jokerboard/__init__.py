"""The application: everything around the rules, the devices and the board's description."""
