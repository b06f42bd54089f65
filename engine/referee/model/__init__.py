"""Values of what people have done: marbles and hands, cards and readers, turns and plays, hypotheses."""
