"""Whether anyone has an account."""

from __future__ import annotations

from players.models import Account


def has_no_accounts() -> bool:
    """True while the server waits for its first organiser: there is no account, or only closed ones of the example.

    A server that others can reach keeps the example's accounts closed; its operator has to be able to begin there.
    """
    return not Account.objects.exclude(example=True, is_active=False).exists()
