"""The description of a board in one file, its checks, the builder's documents, setup and diagnosis."""
