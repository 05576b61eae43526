"""`python -m gipfel.pages`: compile catalogs and collect static files, when they are newer than last time."""

from __future__ import annotations

from importlib import import_module

import django
from django.conf import settings
from django.core.management import call_command
from whitenoise import compress

from gipfel import environment as env
from gipfel.refusals import run_or_explain

_STAMP = env.PROJECT / "static-built" / "made-of"
"""Goes first when files are made anew: what is made by half is never taken for whole."""


def prepare_pages() -> None:
    """Make what pages are served with. Our code is loaded as well: Python keeps it compiled for those who serve it."""
    call_command("catalogs", "compile", verbosity=0)
    if settings.DEBUG:  # static files are served from where they stand
        return
    _STAMP.unlink(missing_ok=True)
    compress.brotli_installed = False  # it would take ten times as long, and a start waits; a service has it
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    _STAMP.write_text(_sources(), encoding="utf-8")
    import_module(settings.ROOT_URLCONF)


def are_prepared() -> bool:
    """Whether all of it was made, and nothing changed since."""
    return not settings.DEBUG and _STAMP.exists() and _STAMP.read_text(encoding="utf-8") == _sources()


def _sources() -> str:
    """What it is made of: how many files, and when the latest of them was saved."""
    places = (env.PROJECT / name for name in ("static", "locale", "gipfel/static_files.py", "requirements.txt"))
    files = [file for place in places for file in (place.rglob("*") if place.is_dir() else [place])]
    saved = [file.stat().st_mtime_ns for file in files if file.is_file() and file.suffix != ".mo"]
    return f"{max(saved, default=0)} {len(saved)}"


if __name__ == "__main__":
    django.setup()
    if not are_prepared():
        run_or_explain(prepare_pages)
