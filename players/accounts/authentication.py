"""Who is signed in, also through a change of the server's secret: the only difference to Django's own middleware.

Each session holds a seal, made of the account's password and settings.SECRET_KEY. Where it was made under one of
settings.SECRET_KEY_FALLBACKS, Django gives the session another key, and deletes the one before; a page that asks for
several things at once would be signed out by that. Here the seal alone is made anew.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from players.models import Account


class Authentication(AuthenticationMiddleware):
    """Django's, after the seal of the session was made anew where that is needed."""

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
