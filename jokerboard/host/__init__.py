"""Services of the computer for all of jokerboard: errors, files, locks, wall clock, disk and network."""
