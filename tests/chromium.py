"""The browser of tests and benchmarks: the system's Chromium, which asks nobody for anything by itself."""

from __future__ import annotations

import shutil

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


def launch(playwright: Playwright) -> Browser:
    """A headless Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Chromium is not there: apt install chromium, or run ./test --core"
    return playwright.chromium.launch(executable_path=path, args=QUIET)
