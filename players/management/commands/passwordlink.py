"""`manage.py passwordlink NAME`: a one-time link for an account, by the operator."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gipf_engine.messages import Refused
from players.accounts.services.passwords import operators_link
from players.models import Account


class Command(BaseCommand):
    help = "Print a link by which the owner of an account chooses a new password. It lives a day and dies when used."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the account's sign-in name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            link = operators_link(options["name"])
        except Account.DoesNotExist:
            raise CommandError(f"There is no account called {options['name']}.") from None
        except Refused as refused:
            raise CommandError(str(refused.message)) from None
        self.stdout.write(link.url)
