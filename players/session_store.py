"""Django's sessions in the database, with the account in a column of its own: settings.SESSION_ENGINE.

See "Extending database-backed session engines" in Django's documentation of sessions.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils.dateparse import parse_datetime

from players.models import Session

SIGNED_IN = "signed-in"
"""Under this key a session holds when, where and with what it was signed in: {"at", "address", "browser"}."""


class SessionStore(DatabaseStore):
    """The name of the class is part of the seal's salt: it stays as Django's own is called."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Any = super().create_model_instance(data)
        noted = data.get(SIGNED_IN, {})
        row.account_id = data.get(SESSION_KEY)
        row.signed_in_at = parse_datetime(noted["at"]) if "at" in noted else None
        row.address, row.browser = noted.get("address", ""), noted.get("browser", "")
        session: Session = row
        return session
