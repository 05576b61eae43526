"""Functions compiled by numba, and kept for the next process: in a folder named by all sources of the solver."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gipf_engine.compiled import F, compile_into, digest_of, find_folder

_SOURCES = Path(__file__).parent
_TABLES = (_SOURCES.parent / "tiles.py", _SOURCES.parent / "layout.py")
"""What else the compiled functions hold values of."""


def compiled(function: F) -> F:
    """Decorator: compile when it is first called. Where no folder can be written each process compiles it again."""
    return compile_into(cache_folder(), function)


@cache
def cache_folder() -> Path | None:
    """Where compiled functions are kept: beside the sources, else with the user's; None where none can be written."""
    digest = digest_of([*sorted(_SOURCES.glob("*.py")), *_TABLES])
    return find_folder(_SOURCES, f"solver-{digest}")
