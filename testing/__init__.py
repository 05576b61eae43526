"""What tests and benchmarks share: clubs and events, servers, browsers, reference engines, oracles."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
DATA = PROJECT / "tests" / "data"
