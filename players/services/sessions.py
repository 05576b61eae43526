"""Ending what an account has open in browsers."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from players.models import Account


def end_sessions(accounts: Iterable[Account]) -> None:
    """Remove every session of `accounts`.

    Sessions are sealed, so each has to be opened to see whose it is; that is done seldom enough.
    """
    wanted = {str(account.pk) for account in accounts}
    if not wanted:
        return
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    for session in Session.objects.iterator(chunk_size=500):
        if session.get_decoded().get(SESSION_KEY) in wanted:
            session.delete()
