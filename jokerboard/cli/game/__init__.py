"""Commands about the game itself: rules, game records, machine players, replayed traces."""
