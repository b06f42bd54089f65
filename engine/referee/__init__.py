"""Infer from occupancy alone what people did with their marbles: pure, with time as an argument."""
