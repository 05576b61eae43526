"""Functions compiled by numba, and kept compiled for the next process. Imported only by what is compiled."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit

F = TypeVar("F", bound=Callable[..., object])


def compile_into(folder: Path | None, function: F) -> F:
    """Compile `function` when it is first called, and keep it in `folder`; None: each process compiles it again."""
    if folder is None:
        return cast(F, njit(function))
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        return cast(F, njit(cache=True)(function))
    finally:
        settings.CACHE_DIR = before


def find_folder(sources: Path, name: str) -> Path | None:
    """A folder called `name` beside the sources, else with the user's files; None where none can be written."""
    users = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    for parent in (sources / "__pycache__", users / "gipfel-engine"):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None
