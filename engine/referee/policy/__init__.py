"""From ranked hypotheses to verdicts."""
