"""The command line of the whole product, which alone may import every room.

One module a subcommand, with `add_arguments(parser)` and `run(args)`, imported only when it is used.
"""
