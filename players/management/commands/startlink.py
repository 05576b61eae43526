"""`manage.py startlink`: the address at which a server that has no one yet is set up from another computer."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from players.accounts.queries import has_no_accounts
from players.setup.setup_token import setup_address

UNREACHABLE = (
    "The server's database cannot be read (%s). Run this with the settings that the server itself has, DATABASE_URL "
    "among them (docs/operators.md), and after the first start, which makes the tables."
)


class Command(BaseCommand):
    help = "Print the address that makes the first organiser. It is of no use once there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            is_empty = has_no_accounts()
        except DatabaseError as error:
            raise CommandError(UNREACHABLE % str(error).strip()) from None
        if not is_empty:
            raise CommandError("This server has an organiser already. For a lost password: manage.py passwordlink NAME")
        self.stdout.write(setup_address())
