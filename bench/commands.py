"""How soon a command on a file answers, in CPU seconds of a fresh process: `python -m gipf_engine` beside `manage.py`.

    python -m bench.commands [--times N]

The least of a few runs after one that writes the bytecode, of which an installed engine has its own; 0.15 s is the bar
for help and for one pairing of 20 players.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess  # fresh processes are what is measured
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.swiss import field
from testing import PROJECT

PLAYERS = 20
RECORD = '[Game "gipf"]\n[Rules "basic"]\n\n1. c2 g2\n'
LINES = (
    "--help",
    "pair --help",
    "pair event.trf",
    "pair event.trf --explain",
    "tiebreaks event.trf --list BH,SB",
    "checkpairings event.trf",
    "generatetournament --seed 1",
    "checkrecord record.txt",
    "perft gipf-basic 1",
)


def seconds_of(command: Sequence[str], folder: Path, times: int) -> float:
    """CPU seconds of a command in a folder, start included: the least of so many runs."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = kept | {"PYTHONPATH": str(PROJECT), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    spent = []
    for _time in range(times + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(spent[1:])


def main(arguments: Sequence[str] = ()) -> None:
    """Print one line a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5, help="runs, of which the least counts")
    times = parser.parse_args(list(arguments)).times
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "event.trf").write_text(field(PLAYERS)[1], encoding="utf-8")
        (folder / "record.txt").write_text(RECORD, encoding="utf-8")
        forms = {"python -m gipf_engine": ["-m", "gipf_engine"], "manage.py": [str(PROJECT / "manage.py")]}
        print(f"{'CPU s':36}" + "".join(f"{form:>18}" for form in forms))
        for line in LINES:
            spent = [seconds_of([sys.executable, *form, *line.split()], folder, times) for form in forms.values()]
            print(f"{line:36}" + "".join(f"{each:18.3f}" for each in spent), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
