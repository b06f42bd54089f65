"""What people did with their marbles, from occupancy alone: pure, told the time."""
