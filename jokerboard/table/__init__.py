"""The table service: games at one board, their page, and the command line of all programs."""
