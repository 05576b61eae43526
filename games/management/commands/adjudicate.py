"""`manage.py adjudicate`: let workers certify games that have a record and no certificate."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.results.services.adjudicate import request_all


class Command(BaseCommand):
    help = "Ask workers for the final score of every game whose record ends it and that has no certificate yet."

    def handle(self, **_options: Any) -> None:
        with transaction.atomic():
            games = request_all()
        self.stdout.write(f"{games} games are waiting for a worker")
