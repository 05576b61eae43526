"""`manage.py rotatesigningkey`: another key for signatures; the one before stays public, for what it signed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from common.signing.services import rotate_key


class Command(BaseCommand):
    help = (
        "Make another key to sign certificates with. The public half of the one before stays published, with its dates."
    )

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"The key {rotate_key()} is in use now.")
