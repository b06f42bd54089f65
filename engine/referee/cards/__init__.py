"""The card readers with the cards on them, and the known hands."""
