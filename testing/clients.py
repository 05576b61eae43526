"""Django's clients of tests, and who has signed in there."""

from __future__ import annotations

from django.test import Client

from players.models import Account


def signed_in(account: Account | None) -> Client:
    """A client in which an account has signed in, or none."""
    client = Client()
    if account is not None:
        client.force_login(account)
    return client


def is_signed_in(client: Client) -> bool:
    """Whether an account has signed in there."""
    return client.get("/account").status_code == 200
