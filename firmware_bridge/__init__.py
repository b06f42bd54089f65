"""The link to a microcontroller under the board."""
