"""Hypothesis explores here and anew each time; in CI it tries the same examples every time.

No test has a deadline: how fast the machine is proves nothing.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("explore", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "explore")
