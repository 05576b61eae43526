"""Functions compiled by numba, and kept compiled for the next process.

Numba itself asks only whether the file of a function has changed, not those of the functions that it calls. So the
folder of what is kept is named by a digest of all sources of the solver.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from gipf_engine.compiled import F, compile_into, find_folder

_SOURCES = Path(__file__).parent
_TABLES = (_SOURCES.parent / "tiles.py", _SOURCES.parent / "layout.py")
"""What else the compiled functions hold values of."""


def compiled(function: F) -> F:
    """Decorator: compile when it is first called. Where no folder can be written each process compiles it again."""
    return compile_into(cache_folder(), function)


@cache
def cache_folder() -> Path | None:
    """Where compiled functions are kept: beside the sources, else with the user's; None where none can be written."""
    return find_folder(_SOURCES, f"solver-{_digest_sources()}")


def _digest_sources() -> str:
    sources = [*sorted(_SOURCES.glob("*.py")), *_TABLES]
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]
