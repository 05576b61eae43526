"""Which languages the pages speak: English, in which the code is written, and every language with a catalog."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_language

SOURCE = ("en", "English")


def catalog_path(locale: Path, name: str) -> Path:
    """The catalog of a language, by the name of its folder ("fa", "pt_BR")."""
    return locale / name / "LC_MESSAGES" / "django.po"


def catalog_names(locale: Path) -> list[str]:
    """The folders in `locale` that hold a catalog, in the order of their names."""
    return sorted(folder.name for folder in locale.glob("*") if catalog_path(locale, folder.name).is_file())


def offered_languages(locale: Path) -> list[tuple[str, str]]:
    """Every language as (code, its own name for itself), English first. ImproperlyConfigured for an unknown folder."""
    return [SOURCE, *((to_language(name), own_name(name)) for name in catalog_names(locale))]


def own_name(name: str) -> str:
    """What a language calls itself. ImproperlyConfigured for one that Django does not know."""
    info = LANG_INFO.get(to_language(name), {})
    if "name_local" not in info:
        raise ImproperlyConfigured(f"{name} is no language that Django knows; locale/ has folders such as nl or pt_BR.")
    return str(info["name_local"])
