"""Functions compiled by numba, and kept compiled for the next process. Imported only by what is compiled."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from numba import config, njit

F = TypeVar("F", bound=Callable[..., object])

_TYPES = {"int": "int64", "bool": "boolean", "None": "void", "Words": "int64[::1]", "Rows": "int64[:,::1]"}
"""How the annotations of functions that are compiled as they are annotated are called in numba."""


def compile_into(folder: Path | None, function: F) -> F:
    """Compile `function` when it is first called, and keep it in `folder`; None: each process compiles it again."""
    return _compile(folder, function)


def compile_annotated(folder: Path | None, function: F) -> F:
    """Compile `function` at once for the types that it is annotated with, or load it from `folder`.

    For these alone: otherwise numba compiles a function again for each constant that it is called with, and what calls
    itself that way cannot be loaded again. KeyError for a type that is not among `_TYPES`.
    """
    types = [_TYPES[name] for name in function.__annotations__.values()]
    return _compile(folder, function, f"{types.pop()}({', '.join(types)})")


def _compile(folder: Path | None, function: F, signature: str | None = None) -> F:
    if folder is None:
        return cast(F, njit(signature)(function))
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        return cast(F, njit(signature, cache=True)(function))
    finally:
        settings.CACHE_DIR = before


def copy_source(source: ModuleType, name: str) -> ModuleType:
    """A module once more under a name of its own: numba finds what it keeps by the names of modules."""
    spec = spec_from_file_location(name, source.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def digest_of(files: Iterable[Path]) -> str:
    """Names a folder by the sources of what is in it.

    Numba itself asks only whether the file of a function has changed, not those of the functions that it calls.
    """
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
