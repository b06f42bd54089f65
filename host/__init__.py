"""What every program here needs of the computer it runs on: errors, files, wall clock, disk and network."""
