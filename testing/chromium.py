"""The browser of tests and benchmarks: the system's Chromium, which asks no one for anything by itself."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first that is there is taken. The shell has no windows, and needs two thirds of the processor time."""


def find_chromium() -> str | None:
    """The program, or None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def launch(playwright: Playwright) -> Browser:
    """A headless Chromium."""
    path = find_chromium()
    assert path, "Chromium is not there: apt install chromium, or run ./test --core"
    return playwright.chromium.launch(executable_path=path, args=QUIET)
