"""Values of what people have done: marbles and hands, turns and plays, hypotheses."""
