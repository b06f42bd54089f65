"""From ranked readings to verdicts."""
