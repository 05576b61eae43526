"""`manage.py reencrypt`: what earlier secrets encrypted is encrypted under the present one, so that they can go."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from gipfel.encrypted_columns import encrypt_all_anew


class Command(BaseCommand):
    help = (
        "Encrypt under SECRET_KEY what was encrypted under one of SECRET_KEY_FALLBACKS: secrets of two-factor sign-in "
        "and of webhooks, and the key that signs certificates. The server may run meanwhile."
    )

    def handle(self, **_options: Any) -> None:
        for column, done, lost in encrypt_all_anew():
            unreadable = f"; {lost} can be read under no known secret" if lost else ""
            self.stdout.write(f"{column}: {done}{unreadable}")
