"""One module a subcommand, with `add_arguments(parser)` and `run(args)`; imported only when used."""
