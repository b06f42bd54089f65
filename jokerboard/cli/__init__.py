"""The command line of the whole product; it is the only package that may import every room.

Each subcommand is a module with `add_arguments(parser)` and `run(args)`, imported only when it is used.
"""
