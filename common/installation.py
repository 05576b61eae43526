"""Packages that are heavy and rarely used: `./run` installs them once its first page is served."""

from __future__ import annotations

import sys
from pathlib import Path


def is_being_installed() -> bool:
    """Whether some of what requirements.txt names is still to come (deploy/bootstrap.sh)."""
    return Path(sys.prefix, "being-installed").exists()
