"""The table service: composition, journal, page, command line, simulated people."""
