"""A whole hall for trying out: tables with simulated people, and a director who does as the rules say."""
