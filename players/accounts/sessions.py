"""Who is signed in: Django's sessions in the database (settings.SESSION_ENGINE), with three differences.

The account stands in a column of its own, so that its sessions are found without opening all. What is kept is a digest
of the key in the browser's cookie: a reader of the database, or of a backup, can go on with no session. And who is
signed in stays so through a change of the server's secret: each session holds a seal, made of the account's password
and settings.SECRET_KEY. Where it was made under one of settings.SECRET_KEY_FALLBACKS, Django gives the session another
key, and deletes the one before; a page that asks for several things at once would be signed out by that. Here the seal
alone is made anew.

See "Extending database-backed session engines" in Django's documentation of sessions. Nothing here is asynchronous.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.dateparse import parse_datetime
from django.utils.functional import SimpleLazyObject

from common.compiled_query import CompiledQuery
from common.secret_keys import digest_of
from players.models import Account, Session

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


class Authentication(AuthenticationMiddleware):
    """Django's middleware, after the seal of the session was made anew where that is needed."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if settings.SECRET_KEY_FALLBACKS:
            user: Any = SimpleLazyObject(lambda: _user_of(request))
            request.user = user


def is_seal_of(account: Account, seal: str) -> bool:
    """Whether it is the seal of the account as it is now, under any of the known secrets."""
    known = (account.get_session_auth_hash(), *account.get_session_auth_fallback_hash())
    return any(constant_time_compare(seal, each) for each in known)


def _user_of(request: HttpRequest) -> object:
    session = request.session
    seal, account_id = session.get(HASH_SESSION_KEY), session.get(SESSION_KEY)
    account = Account.objects.filter(pk=account_id).first() if seal and account_id else None
    if seal and account is not None and is_seal_of(account, seal):
        now = account.get_session_auth_hash()
        if not constant_time_compare(seal, now):
            session[HASH_SESSION_KEY] = now
    return get_user(request)
