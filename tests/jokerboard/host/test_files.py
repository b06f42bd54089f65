"""Small files: whatever several processes do at once, one whole file is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

WRITER = """
import sys
from pathlib import Path
from jokerboard.host.files import write_json
for n in range(300):
    write_json(Path(sys.argv[1]), {"by": sys.argv[2] * 500, "n": n}, shared=True)
"""


def test_a_shared_file_is_written_by_several_processes_at_once(tmp_path: Path) -> None:
    path = tmp_path / "shared.json"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), by], stderr=subprocess.PIPE, text=True)
        for by in "ABC"
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert errors == ""
    kept = json.loads(path.read_text())
    assert len(set(kept["by"])) == 1
    assert list(tmp_path.iterdir()) == [path]
