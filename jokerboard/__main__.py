"""`python -m jokerboard`: the command line, as the command `jokerboard` runs it."""

from __future__ import annotations

import sys

from jokerboard.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
