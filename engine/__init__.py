"""The rules of Jokers and Marbles: pure, without I/O, clock or random numbers of its own."""
