"""The program's version, as in pyproject.toml; reading the installed package's metadata takes 20 ms."""

VERSION = "0.1.0"
