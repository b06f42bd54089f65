"""Commands about the game itself: rules, game records, machine players, what the referee says."""
