"""The table service: games at one board, their page, and what connects the table to others."""
