"""Countries to choose from, in the reader's language."""

from __future__ import annotations

from functools import cache

from babel import Locale
from django.utils.translation import get_language

_NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})


def countries() -> list[tuple[str, str]]:
    """Codes (ISO 3166-1, two letters) and names, in the order of the names."""
    return list(_in_language(get_language() or "en"))


@cache
def _in_language(language: str) -> tuple[tuple[str, str], ...]:
    public, _private, _use = language.partition("-x-")  # which Babel does not read, and which changes no name
    territories = Locale.parse(public, sep="-").territories
    rows = [(code, name) for code, name in territories.items() if len(code) == 2 and code.isalpha()]
    return tuple(sorted((row for row in rows if row[0] not in _NO_COUNTRIES), key=lambda row: row[1].casefold()))
