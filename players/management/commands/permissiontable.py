"""`manage.py permissiontable`: write docs/permissions.md anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.grants import permissions_doc


class Command(BaseCommand):
    help = "Write docs/permissions.md from the table of roles and acts."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            permissions_doc.FILE.write_text(permissions_doc.text(), encoding="utf-8")
        elif permissions_doc.FILE.read_text(encoding="utf-8") != permissions_doc.text():
            raise CommandError("docs/permissions.md is stale: run manage.py permissiontable")
