"""What an account's owner chooses for the pages. No act of a scope: no one else is concerned, so no journal line."""

from __future__ import annotations

from players.models import Account


def set_language(account: Account, language: str) -> None:
    """Keep the language (a code of settings.LANGUAGES) in which this account reads pages and mail."""
    Account.objects.filter(pk=account.pk).update(language=language)
