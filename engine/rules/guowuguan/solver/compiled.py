"""Functions compiled by numba, and kept compiled for the next process.

Numba itself asks only whether the file of a function has changed, not those of the functions that it calls. So the
folder of what is kept is named by a digest of all sources of the solver.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit

F = TypeVar("F", bound=Callable[..., object])

_SOURCES = Path(__file__).parent
_TABLES = (_SOURCES.parent / "tiles.py", _SOURCES.parent / "layout.py")
"""What else the compiled functions hold values of."""


def compiled(function: F) -> F:
    """Decorator: compile when it is first called. Where no folder can be written each process compiles anew."""
    folder = cache_folder()
    if folder is None:
        return cast(F, njit(function))
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        return cast(F, njit(cache=True)(function))
    finally:
        settings.CACHE_DIR = before


@cache
def cache_folder() -> Path | None:
    """Where compiled functions are kept: beside the sources, else with the user's; None where none can be written."""
    name = f"solver-{_digest()}"
    users = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    for parent in (_SOURCES / "__pycache__", users / "gipfel-engine"):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None


def _digest() -> str:
    sources = [*sorted(_SOURCES.glob("*.py")), *_TABLES]
    return sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]
