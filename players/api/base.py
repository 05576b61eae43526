"""The base of every view of the API: whoever acts is an account."""

from __future__ import annotations

from rest_framework import exceptions

from common import api
from players.models import Account


class BaseAPIView(api.BaseAPIView):
    """An address of the API whose actor is an `Account`."""

    @property
    def actor(self) -> Account:
        """Whose token was sent. 401 for nobody."""
        actor = super().actor
        if not isinstance(actor, Account):
            raise exceptions.NotAuthenticated
        return actor
