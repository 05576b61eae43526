"""`manage.py catalogs extract|update|compile|check`: the message catalogs, without gettext's tools."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from gipfel import translations
from gipfel.languages import own_name
from gipfel.translations import Findings

MOST_LISTED = 20
"""So many untranslated strings of a language are listed, all of them with `--verbosity 2`."""


class Command(BaseCommand):
    """Thin interface of `gipfel.translations`. Needs neither a database nor a secret."""

    help = "Message catalogs: list the code's strings, update, compile or check the languages."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "what",
            choices=["extract", "update", "compile", "check"],
            help="extract: print the code's strings as a template; update: bring them into the catalogs; "
            "compile: write the files Django reads; check: fail when a translation has lost a parameter or a tag, "
            "or when one is missing or fuzzy",
        )
        parser.add_argument(
            "languages",
            nargs="*",
            metavar="LANGUAGE",
            help="update: these languages alone, such as nl or pt_BR; a catalog is made where there is none",
        )
        parser.add_argument(
            "--allow-untranslated",
            action="store_true",
            help="check: list what is missing or fuzzy without failing for it",
        )

    def handle(self, *args: Any, what: str, verbosity: int, **options: Any) -> None:
        project = Path(settings.BASE_DIR)
        if what == "extract":
            self.stdout.write(translations.serialize(translations.extract(project)).decode())
        elif what == "update":
            self._update(project, options["languages"], verbosity)
        elif what == "compile":
            self._say(verbosity, f"compiled: {', '.join(translations.compile_all(project)) or 'nothing was newer'}")
        else:
            self._check_catalogs(translations.check(project), verbosity, allow=options["allow_untranslated"])

    def _update(self, project: Path, languages: list[str], verbosity: int) -> None:
        try:
            for language in languages:
                own_name(language)
        except ImproperlyConfigured as reason:
            raise CommandError(str(reason)) from None
        code = translations.extract(project)
        wanted = languages or translations.languages(project)
        changed = [language for language in wanted if translations.update(project, language, code)]
        self._say(verbosity, f"{len(code)} strings; changed: {', '.join(changed) or 'nothing'}")

    def _check_catalogs(self, findings: Findings, verbosity: int, *, allow: bool) -> None:
        lines = [*findings.faults, *_missing(findings, listed=None if verbosity > 1 else MOST_LISTED)]
        missing = sum(map(len, findings.untranslated.values()))
        if findings.faults or (missing and not allow):
            raise CommandError("\n".join([*lines, f"{len(findings.faults)} faults, {missing} not translated"]))
        total = f"{missing} not translated" if missing else "The catalogs are complete."
        self._say(verbosity, "\n".join([*lines, total]))

    def _say(self, verbosity: int, text: str) -> None:
        if verbosity:
            self.stdout.write(text)


def _missing(findings: Findings, *, listed: int | None) -> list[str]:
    """What is not translated, for each language the first so many (None: all) and how many more there are."""
    lines: list[str] = []
    for language, strings in findings.untranslated.items():
        lines += strings[:listed]
        if listed is not None and len(strings) > listed:
            lines.append(f"{language}: and {len(strings) - listed} more (manage.py catalogs check --verbosity 2)")
    return lines
