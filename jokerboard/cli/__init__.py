"""The command line of the whole product; it is the only package that may import every room.

One module a subcommand, with `add_arguments(parser)` and `run(args)`, imported only when it is used.
"""
