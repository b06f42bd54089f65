"""The PN532, a card reader for 13.56 MHz that has to be asked."""
