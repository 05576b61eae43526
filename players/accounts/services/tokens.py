"""Keys to the API: made, shown once, taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from common.journal import services as journal
from common.secret_keys import digest_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import MakeToken, RevokeToken
from players.accounts.tokens import new_key
from players.models import Account, ApiToken

MOST_TOKENS = 20
LONGEST_LABEL = 60


@dataclass(frozen=True)
class NewToken:
    """A token and its key. This is the one time that the key is known."""

    token: ApiToken
    key: str


def make_token(*, account: Account, label: str) -> NewToken:
    """A new key with the rights of `account`; `label` is its owner's word for what it is for."""
    text = " ".join(label.split())
    if not text or len(text) > LONGEST_LABEL or not text.isprintable():
        raise Refused(
            Message(_("Describe the purpose of the key in 1 to %(longest)s characters."), {"longest": LONGEST_LABEL})
        )
    with journal.commit(journal.SERVER, account, MakeToken) as act:
        if ApiToken.objects.filter(account=account).count() >= MOST_TOKENS:
            raise Refused(Message(_("An account has at most %(most)s keys. Remove one first."), {"most": MOST_TOKENS}))
        key = new_key()
        token = ApiToken.objects.create(account=account, label=text, digest=digest_of(key), made_at=timezone.now())
        act.data["token"] = token.pk
    return NewToken(token, key)


def revoke_token(*, account: Account, token_id: int) -> None:
    """From now on the key opens nothing. Raises ApiToken.DoesNotExist for a token of another account."""
    with journal.commit(journal.SERVER, account, RevokeToken, token=token_id):
        ApiToken.objects.get(pk=token_id, account=account).delete()
