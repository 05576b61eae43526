"""The base of every view of the API: the one who acts is an account."""

from __future__ import annotations

from typing import ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import exceptions

from common import api
from common.entity_tags import TaggedState
from common.journal import queries as journal
from players.models import Account, Club, KeyScope


class BaseAPIView(api.BaseAPIView):
    """An address of the API whose actor is an `Account`. Keys need the `key_scope` for all but reading."""

    key_scope: ClassVar[KeyScope] = KeyScope.MANAGE

    @property
    def actor(self) -> Account:
        """Whose token was sent. 401 without an account."""
        actor = super().actor
        if not isinstance(actor, Account):
            raise exceptions.NotAuthenticated
        return actor


class ClubAPIView(BaseAPIView):
    """An endpoint of one club."""

    def state(self) -> TaggedState:
        """That of the club."""
        scope = get_object_or_404(Club, slug=self.kwargs["slug"]).scope
        return TaggedState(scope, journal.version(scope), scope)
