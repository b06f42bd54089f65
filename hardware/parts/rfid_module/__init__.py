"""RDM6300 and ID-12LA: card readers for 125 kHz on a serial line."""
