"""The referee's inference from observations: how often it errs, and the time it takes."""
