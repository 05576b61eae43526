"""`python -m bench` runs every benchmark one after the other; `python -m bench NAME …` runs some; `--list` names them.

A benchmark is a module of this folder with a `main()`. Timings never decide a test: they are read by people and
written, with the machine they came from, into docs/performance.md.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from time import perf_counter


def names() -> list[str]:
    """Every benchmark, in the order of the alphabet."""
    return sorted(file.stem for file in Path(__file__).parent.glob("*.py") if not file.stem.startswith("_"))


def main(arguments: list[str]) -> int:
    known = names()
    if "--list" in arguments:
        for name in known:
            purpose = (importlib.import_module(f"bench.{name}").__doc__ or "").strip().splitlines()[0]
            print(f"{name:<16} {purpose}")
        return 0
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}. There are: {', '.join(known)}", file=sys.stderr)
        return 2
    for name in arguments or known:
        print(f"\n=== {name}", flush=True)
        began = perf_counter()
        importlib.import_module(f"bench.{name}").main()
        print(f"    ({perf_counter() - began:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
