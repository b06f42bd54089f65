"""Fits numbers of the product to simulated games.

`weights` learns the values of machine players (`make learn`), `costs` the referee's cost table (`make fit`).
"""
