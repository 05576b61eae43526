"""Which release this process runs: part of the keys of everything that is kept between requests."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

KINDS = ("*.py", "*.html", "*.mo")
"""What pages are made of: code, templates, and the catalogs that sentences are looked up in."""
SERVED = frozenset({"common", "games", "gipf_engine", "gipfel", "play", "players", "ratings", "tournaments"})
"""By name: beside them lie tests, or, where the service was installed as a package, whatever it needs."""


def release() -> str:
    """A short digest of the project's own files, the same in every process that runs them.

    Values and pages that are kept under it are not those of a release with other classes, rules or words. It is made
    once, but while the files may change under the process (`./run --dev`).
    """
    return _digest_sources() if settings.DEBUG else _digest_at_start()


@cache
def _digest_at_start() -> str:
    return _digest_sources()


def _digest_sources() -> str:
    digest = sha256()
    for folder in _folders(settings.BASE_DIR):
        for kind in KINDS:
            for file in sorted(folder.rglob(kind)):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _folders(base: Path) -> list[Path]:
    """Every package that is served, templates and catalogs."""
    packages = [file.parent for file in base.glob("*/__init__.py") if file.parent.name in SERVED]
    return sorted([*packages, base / "templates", base / "locale"])
