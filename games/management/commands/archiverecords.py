"""`manage.py archiverecords`: let a worker make an archive of all public records."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.collection.services import request_archive


class Command(BaseCommand):
    help = "Ask a worker for an archive of all public records now, instead of within a day."

    def handle(self, **_options: Any) -> None:
        request_archive()
        self.stdout.write("a worker will make it; the page of the collection shows how far it is")
