"""The needs of every program on its computer: errors, files, wall clock, disk and network."""
