"""Which release of the house this process runs: part of the keys of everything that is kept between requests."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from django.conf import settings

KINDS = ("*.py", "*.html", "*.mo")
"""What pages are made of: code, templates, and the catalogs that sentences are looked up in."""
FOLDERS = ("phrases", "journal", "jobs", "players", "games", "ratings", "tournaments", "gipfel", "templates", "locale")


@cache
def release() -> str:
    """A short digest of the house's own files, the same in every process that runs them.

    Values and pages that are kept under it are not those of a release with other classes, rules or words.
    """
    digest = sha256()
    for folder in FOLDERS:
        for kind in KINDS:
            for file in sorted((settings.BASE_DIR / folder).rglob(kind)):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
