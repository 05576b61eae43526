"""A desk of 300 boards on a line of 2 seconds: how soon does a key show, and is all stored that was typed? (6 min)

    python -m bench.drills.large_desk

Types a result at every board without waiting, and tells how long it took from each key until the page had changed.
`./test` does it with 12 boards, and measures nothing there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TYPED = (
    "tests/tournaments/results/test_desk_keys_in_browser.py::test_keys_at_a_large_desk_on_a_slow_line_are_all_stored"
)


def main() -> int:
    command = [str(Path(__file__).parents[2] / "test"), "--postgres", TYPED]
    return subprocess.run(command, env=os.environ | {"BOARDS_OF_DESK": "300"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
