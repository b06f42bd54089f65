"""Fitting the referee's cost table to games whose truth is known."""
