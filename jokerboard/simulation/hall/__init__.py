"""A whole hall for trying out: tables with simulated people, and a director who follows the rules."""
