"""A board as its builder knows it: described in one file, checked, drawn, found out and looked over."""
