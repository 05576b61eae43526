"""Is this tree as fast as an older one? Rows of the other benchmarks, by alternating runs of both.

    python -m bench.compare OLD_TREE [--runs 5] [--suites swiss,standings] [--homes FOLDER]

Each run is a fresh process in its tree, by the rows that the tree itself has, and counts CPU seconds. What is printed
is the least of each tree's runs and their ratio, new to old: whatever else the machine does only adds to a run. The
bar is 1.10 in every row. `git worktree add FOLDER COMMIT` makes an older tree. The
suites `pages` and `pages_large` first build their data in each tree, a minute of CPU; --homes keeps it.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess  # each run is a process in its tree
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bench._rows import SUITES
from testing import PROJECT

BAR = 1.10
Measured = dict[str, list[tuple[float, float]]]
"""By row: seconds of the old and the new tree, run by run."""


def run(tree: Path, arguments: Sequence[str], home: Path) -> str:
    """What Python prints that runs in a tree."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment = kept | {"COMPARE_HOME": str(home), "PYTHONHASHSEED": "0", "SECRET_KEY": "nothing-is-kept-of-this-run"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def measure(suites: Sequence[str], trees: Sequence[Path], homes: Path, runs: int, into: Measured) -> None:
    """Run each suite in both trees by turns, so many times."""
    if {"pages", "pages_large"} & set(suites):
        for name, tree in zip(("old", "new"), trees, strict=True):
            (homes / name).mkdir(parents=True, exist_ok=True)
            run(tree, ["-m", "bench.pages", "--home", str(homes / name), "--only", "only the data"], homes)
    for number in range(runs):
        for suite in suites:
            found: dict[str, dict[str, float]] = {}
            for name, tree in sorted(zip(("old", "new"), trees, strict=True), reverse=number % 2 == 0):
                found[name] = json.loads(run(tree, ["-m", "bench._rows", suite], homes / name).splitlines()[-1])
            for row, seconds in found["old"].items():
                if row in found["new"]:
                    into[row].append((seconds, found["new"][row]))
        print(f"run {number + 1} of {runs}", file=sys.stderr, flush=True)


def tell(measured: Measured) -> None:
    """Print the table."""
    print(f"{'CPU s':52} {'old':>10} {'new':>10} {'ratio':>7} {'runs':>5}")
    for row, pairs in measured.items():
        old, new = (min(each) for each in zip(*pairs, strict=True))
        ratio = new / old
        print(f"{row:52} {old:10.4f} {new:10.4f} {ratio:7.3f} {len(pairs):5}" + " over" * (ratio > BAR))


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print; what there is so far, where it is interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", nargs="?", type=Path, metavar="OLD_TREE", help="a folder with the project as it was")
    parser.add_argument("--runs", type=int, default=5, help="of each tree")
    parser.add_argument("--suites", default=",".join(SUITES), help="what to run")
    parser.add_argument("--homes", type=Path, help="where the data of the pages are kept")
    wanted = parser.parse_args(list(arguments))
    if wanted.old is None:
        print("Beside which tree? python -m bench.compare OLD_TREE")
        return
    measured: Measured = defaultdict(list)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        homes = wanted.homes or Path(folder)
        with suppress(KeyboardInterrupt):
            measure(wanted.suites.split(","), (wanted.old, PROJECT), homes.absolute(), wanted.runs, measured)
        tell(measured)


if __name__ == "__main__":
    main(sys.argv[1:])
