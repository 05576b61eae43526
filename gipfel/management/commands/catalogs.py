"""`manage.py catalogs extract|update|compile|check`: the message catalogs, without gettext's tools."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from gipfel import translations


class Command(BaseCommand):
    """Thin face of `gipfel.translations`. Needs neither a database nor a secret."""

    help = "Message catalogs: list the code's strings, update, compile or check the languages."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "what",
            choices=["extract", "update", "compile", "check"],
            help="extract: print the code's strings as a template; update: bring them into the catalogs; "
            "compile: write the files Django reads; check: fail when a string is missing, untranslated, "
            "fuzzy, or has lost a parameter",
        )

    def handle(self, *args: Any, what: str, verbosity: int, **options: Any) -> None:
        house = Path(settings.BASE_DIR)
        if what == "extract":
            self.stdout.write(translations.serialize(translations.extract(house)).decode())
        elif what == "update":
            code = translations.extract(house)
            changed = [language for language in translations.LANGUAGES if translations.update(house, language, code)]
            self._say(verbosity, f"{len(code)} strings; changed: {', '.join(changed) or 'nothing'}")
        elif what == "compile":
            self._say(verbosity, f"compiled: {', '.join(translations.compile_all(house)) or 'nothing was newer'}")
        else:
            self._check(house, verbosity)

    def _check(self, house: Path, verbosity: int) -> None:
        faults = translations.faults(house)
        if faults:
            raise CommandError("\n".join([*faults, f"{len(faults)} faults"]))
        self._say(verbosity, "The catalogs are complete.")

    def _say(self, verbosity: int, text: str) -> None:
        if verbosity:
            self.stdout.write(text)
