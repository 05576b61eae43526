"""`manage.py resetsecondfactor NAME`: two-factor sign-in switched off for an account, by the operator."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gipf_engine.messages import Refused
from players.accounts.services.second_factor import operators_reset
from players.models import Account


class Command(BaseCommand):
    help = "Switch off the two-factor sign-in of somebody who has lost phone and recovery codes. The password stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the account's sign-in name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            account = operators_reset(options["name"])
        except Account.DoesNotExist:
            raise CommandError(f"There is no account called {options['name']}.") from None
        except Refused as refused:
            raise CommandError(str(refused.message)) from None
        self.stdout.write(f"{account.username} signs in by the password alone now.")
