"""`manage.py privacytable`: write the table of docs/privacy.md anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gipfel import privacy_doc


class Command(BaseCommand):
    help = "Write the table of docs/privacy.md from gipfel/privacy.py and the models."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        before = privacy_doc.FILE.read_text(encoding="utf-8")
        if before == (now := privacy_doc.with_table(before)):
            return
        if options["check"]:
            raise CommandError("docs/privacy.md is stale: run manage.py privacytable")
        privacy_doc.FILE.write_text(now, encoding="utf-8")
