"""The rules of Jokers and Marbles: pure, no I/O, no clock, no chance of its own."""
