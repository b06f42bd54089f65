"""What the referee infers from observations: how often it errs, and the time it takes."""
