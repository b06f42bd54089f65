"""The page of a table: the state that everybody may see, and the commands for people at the table."""
