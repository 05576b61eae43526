"""`manage.py startlink`: the address at which a server that has nobody yet is set up from another computer."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.queries import nobody_yet
from players.setup_token import setup_address


class Command(BaseCommand):
    help = "Print the address that makes the first organiser. It is of no use once there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        if not nobody_yet():
            raise CommandError("This server has an organiser already. For a lost password: manage.py passwordlink NAME")
        self.stdout.write(setup_address())
