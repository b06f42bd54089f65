"""The code that all card readers share: serial ports, names of tags, laid and removed cards."""
