"""The program's version, the one of pyproject.toml; asking the installed package costs a start 20 ms."""

VERSION = "0.1.0"
