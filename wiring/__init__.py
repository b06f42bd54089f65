"""A board as its builder sees it: described in one file, checked, drawn, set up and diagnosed."""
