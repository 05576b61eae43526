"""Keys to the API: how they look, and whose they are. Only their hashes are kept."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from common.compiled_query import CompiledObjects
from common.secret_keys import digest_of
from players.models import ApiToken

PREFIX = "gipfel_"  # so that a key that lies about is seen for what it is
_TOKEN = CompiledObjects(
    lambda digest: ApiToken.objects.filter(digest=digest).order_by(), ["account", "account__person", "account__owner"]
)
_NOTED_EVERY = timedelta(minutes=10)


def new_key() -> str:
    """A key no one guesses: 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def find(key: str) -> ApiToken | None:
    """The token of `key` with its account, or None. Notes when it was used, to the ten minutes.

    None, too, where it has come to its end, or its account or the owner of it is switched off.
    """
    for token in _TOKEN(digest_of(key)):
        account, now = token.account, timezone.now()
        is_over = token.expires_at is not None and token.expires_at <= now
        if is_over or not account.is_active or (account.owner is not None and not account.owner.is_active):
            return None
        _note_use(token)
        return token
    return None


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.used_at is None or now - token.used_at > _NOTED_EVERY:
        with transaction.atomic():  # on SQLite only transactions wait in a queue
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
