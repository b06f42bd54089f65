"""Publishing a table's journal to Redis, and receiving the director's orders."""
