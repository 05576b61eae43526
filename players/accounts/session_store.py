"""Django's sessions in the database, with two differences: settings.SESSION_ENGINE.

The account stands in a column of its own, so that its sessions are found without opening all. And what is kept is
a digest of the key in the browser's cookie: a reader of the database, or of a backup, can go on with no session.

See "Extending database-backed session engines" in Django's documentation of sessions. Nothing here is asynchronous.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from common.compiled_query import CompiledQuery
from common.secret_keys import digest_of
from players.models import Session

SIGNED_IN = "signed-in"
"""Under this key a session holds when, where and with what it was signed in: {"at", "address", "browser"}."""
_DIGITS = 40
_SESSION = CompiledQuery(
    lambda key: Session.objects.filter(session_key=key).order_by().values_list("session_data", "expire_date")
)


def digest_of_key(key: str) -> str:
    """What stands in the database for the key in a cookie: 160 bits of its digest."""
    return digest_of(key)[:_DIGITS]


class SessionStore(DatabaseStore):
    """The name of the class is part of the seal's salt: it stays as Django's own is called."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        for sealed, expires in _SESSION(digest_of_key(self.session_key or "")):
            if expires > timezone.now():
                return dict(self.decode(sealed))
        self._session_key = None
        return {}

    def exists(self, session_key: str) -> bool:
        return super().exists(digest_of_key(session_key))

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key:
            super().delete(digest_of_key(key))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Any = super().create_model_instance(data)
        noted = data.get(SIGNED_IN, {})
        row.session_key = digest_of_key(row.session_key)
        row.account_id = data.get(SESSION_KEY)
        row.signed_in_at = parse_datetime(noted["at"]) if "at" in noted else None
        row.address, row.browser = noted.get("address", ""), noted.get("browser", "")
        session: Session = row
        return session
