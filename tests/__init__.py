"""Where the tests find the project and their data."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
DATA = PROJECT / "tests" / "data"
