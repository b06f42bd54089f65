"""The readers and what lies on them; hands that are known."""
