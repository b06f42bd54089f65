"""Infer from occupancy alone how people moved their marbles: pure, with time as an argument."""
