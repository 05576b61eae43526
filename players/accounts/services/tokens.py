"""Keys to the API: made, shown once, taken back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.journal import services as journal
from common.secret_keys import digest_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import MakeToken, RevokeToken
from players.accounts.tokens import new_key
from players.models import Account, ApiToken, KeyScope

MOST_TOKENS = 20
LONGEST_LABEL = 60
EVERYTHING = frozenset(KeyScope)
"""What a key can be used for that nothing more is said of."""
OF_PROGRAMS = frozenset({KeyScope.PLAY, KeyScope.CHALLENGE, KeyScope.CHAT})
"""What the keys of a program can be used for: it manages no clubs and no events."""


@dataclass(frozen=True)
class NewToken:
    """A token and its key. This is the one time that the key is known."""

    token: ApiToken
    key: str


def make_token(
    *,
    account: Account,
    label: str,
    scopes: Collection[KeyScope] = EVERYTHING,
    expires_at: datetime | None = None,
    per_minute: int | None = None,
) -> NewToken:
    """A new key of `account`, made by its owner, or by the owner of the program that it is.

    `label` is the owner's word for what it is for. Of `scopes` it has those that an account of the kind can have; it
    opens nothing from `expires_at`, and is good for `per_minute` requests a minute. Raises Refused.
    """
    text = " ".join(label.split())
    if not text or len(text) > LONGEST_LABEL or not text.isprintable():
        raise Refused(
            Message(_("Describe the purpose of the key in 1 to %(longest)s characters."), {"longest": LONGEST_LABEL})
        )
    possible = EVERYTHING if account.owner_id is None else OF_PROGRAMS
    with journal.commit(journal.SERVER, account.owner or account, MakeToken) as act:
        if ApiToken.objects.filter(account=account).count() >= MOST_TOKENS:
            raise Refused(Message(_("An account has at most %(most)s keys. Remove one first."), {"most": MOST_TOKENS}))
        key = new_key()
        token = ApiToken.objects.create(
            account=account,
            label=text,
            digest=digest_of(key),
            made_at=timezone.now(),
            scopes=" ".join(scope for scope in KeyScope if scope in scopes and scope in possible),
            expires_at=expires_at,
            per_minute=per_minute,
        )
        act.data["token"] = token.pk
    return NewToken(token, key)


def keys_of(account: Account) -> QuerySet[ApiToken]:
    """The keys of an account, and of the programs that it owns."""
    return ApiToken.objects.filter(Q(account=account) | Q(account__owner=account)).select_related("account__person")


def revoke_token(*, account: Account, token_id: int) -> None:
    """From now on the key opens nothing. Raises ApiToken.DoesNotExist for a key of another account."""
    with journal.commit(journal.SERVER, account, RevokeToken, token=token_id):
        keys_of(account).get(pk=token_id).delete()
