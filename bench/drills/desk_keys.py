"""Keys at the desk, typed at random on a line of 0, 350 and 2,000 ms: is what is stored what was typed? (8 min)

    python -m bench.drills.desk_keys

200 sequences in a browser, some answers lost, results of another arbiter in between: `./test` types 28 of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TYPED = "tests/tournaments/results/test_desk_keys_in_browser.py::test_stored_is_what_was_typed"


def main() -> int:
    command = [Path(__file__).parents[2] / "test", "--postgres", TYPED]
    return subprocess.run(command, env=os.environ | {"ALL_KEY_SEQUENCES": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
