"""Speed and memory as numbers: each module has a `run()` that yields lines to print."""
