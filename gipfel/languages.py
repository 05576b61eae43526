"""Which languages the pages speak: English, in which the code is written, and every language with a catalog."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_language

SOURCE = ("en", "English")
PERSIAN_NUMBERS = "fa-x-ir"
"""Persian as it is written in Iran: Persian digits, and days by the Solar Hijri (Jalali) calendar. The catalog is that
of Persian. A private code (RFC 5646, 2.2.7): no browser asks for it by itself, so anyone who reads it has chosen it."""
VARIANTS = {"fa": [(PERSIAN_NUMBERS, "فارسی، ارقام و تقویم ایرانی")]}
"""Behind a language: others that are written with the same catalog, as (code, its own name)."""


def catalog_path(locale: Path, name: str) -> Path:
    """The catalog of a language, by the name of its folder ("fa", "pt_BR")."""
    return locale / name / "LC_MESSAGES" / "django.po"


def catalog_names(locale: Path) -> list[str]:
    """The folders in `locale` that hold a catalog, in the order of their names."""
    return sorted(folder.name for folder in locale.glob("*") if catalog_path(locale, folder.name).is_file())


def offered_languages(locale: Path) -> list[tuple[str, str]]:
    """Every language as (code, its own name for itself), English first. ImproperlyConfigured for an unknown folder."""
    return [SOURCE, *((to_language(name), own_name(name)) for name in catalog_names(locale))]


def with_variants(languages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The languages, each with its variants behind it."""
    return [each for language in languages for each in (language, *VARIANTS.get(language[0], []))]


def own_name(name: str) -> str:
    """What a language calls itself. ImproperlyConfigured for one that Django does not know."""
    info = LANG_INFO.get(to_language(name), {})
    if "name_local" not in info:
        raise ImproperlyConfigured(f"{name} is no language that Django knows; locale/ has folders such as nl or pt_BR.")
    return str(info["name_local"])
