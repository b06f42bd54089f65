"""The lights of a board: which role a hole shows, with which colour and rhythm, on which strip."""
