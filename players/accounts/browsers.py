"""What a browser is called, from its User-Agent header: enough for its owner to know it again, and no more."""

from __future__ import annotations

BROWSERS = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
"""In this order: each claims to be those below it as well."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def describe(user_agent: str) -> str:
    """Such as "Firefox, Android"; "" for what is no known browser. The names are the same in every language."""
    parts = [_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)]
    return ", ".join(part for part in parts if part)


def _first(table: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in table if mark in text), "")
