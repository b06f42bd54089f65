"""The program's version, as in pyproject.toml; asking the installed package costs 20 ms at every start."""

VERSION = "0.1.0"
