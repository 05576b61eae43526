"""The endpoints of the own account, and of the programs that play here."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.accounts.queries import shown_programs
from players.core.api import BaseAPIView
from players.core.api_shapes import PlayerName
from players.identity import person_of
from players.models import Account, ApiToken, KeyScope


class KeyShape(serializers.Serializer[Any]):
    """The key that was sent, without its secret."""

    purpose = serializers.CharField(source="label")
    scopes = serializers.SerializerMethodField()
    expires_at = serializers.DateTimeField(allow_null=True)
    per_minute = serializers.IntegerField(allow_null=True)

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(KeyScope.choices)))
    def get_scopes(self, token: ApiToken) -> list[str]:
        return token.scopes.split()


class OwnAccount(serializers.Serializer[Any]):
    """An account, the person or program that plays by it, and the key that it acts by."""

    username = serializers.CharField()
    player = PlayerName(allow_null=True)
    program = serializers.BooleanField()
    owner = serializers.CharField(allow_null=True)
    language = serializers.CharField()
    key = KeyShape(allow_null=True)


class ProgramShape(PlayerName):
    """A program that plays here; `owner` is the sign-in name of its owner's account, for administrators alone."""

    id = IdField(source="person.pk")
    name = serializers.CharField(source="person.name")
    active = serializers.BooleanField()
    owner = serializers.CharField(allow_null=True)


class Me(BaseAPIView):
    """The own account."""

    @extend_schema(responses=OwnAccount)
    def get(self, request: Request) -> Response:
        """Your account, and what your key is good for."""
        account = self.actor
        known = {
            "username": account.username,
            "player": person_of(account),
            "program": account.owner_id is not None,
            "owner": account.owner.username if account.owner is not None else None,
            "language": account.language,
            "key": request.auth if isinstance(request.auth, ApiToken) else None,
        }
        return Response(OwnAccount(known).data)


class Programs(BaseAPIView):
    """Programs."""

    @extend_schema(responses=ProgramShape(many=True))
    def get(self, request: Request) -> Response:
        """The programs that play here."""
        reader = request.user if isinstance(request.user, Account) else None
        return self.paginate(shown_programs(reader), ProgramShape)
