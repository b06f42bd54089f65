"""Services of the computer for every program of ours: errors, files, wall clock, disk and network."""
