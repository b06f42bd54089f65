"""Fit numbers of the program to simulated games.

`weights` learns the weights of machine players (`make learn`); `costs` fits the referee's cost table
(`make fit`).
"""
