"""What people have done, as values: marbles and hands, turns and plays, hypotheses."""
