"""The page of a table: what everybody may see, and what the people at it may do."""
