"""The name of the search as it is: with other sources of kernels, search or evaluation it finds something else."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import gipf_engine.analysis

_ENGINE = Path(gipf_engine.analysis.__file__).parents[1]


@cache
def version_of(game: str) -> str:
    """16 hexadecimal digits of the sources that the search of a game is compiled from. It loads no compiler."""
    files = [_ENGINE / "analysis" / name for name in ("search.py", "source.py")]
    files += [_ENGINE / "kit" / "kernel.py", *sorted((_ENGINE / "games" / game).glob("kernel*.py"))]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
