"""The endpoints of following."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.core.api import BaseAPIView
from players.following.queries import followed_by
from players.following.services import follow_club, follow_person, unfollow_club, unfollow_person
from players.models import Club, Person


class FollowedPersonShape(serializers.Serializer[Any]):
    """A person who is followed."""

    id = IdField(source="pk")
    name = serializers.CharField()


class FollowedClubShape(serializers.Serializer[Any]):
    """A club that is followed."""

    slug = serializers.CharField()
    name = serializers.CharField()


class FollowingShape(serializers.Serializer[Any]):
    """Whom and which clubs the caller follows, by name."""

    people = FollowedPersonShape(many=True)
    clubs = FollowedClubShape(many=True)


class MyFollowing(BaseAPIView):
    """What you follow."""

    @extend_schema(responses=FollowingShape)
    def get(self, request: Request) -> Response:
        """People and clubs that you follow."""
        return Response(FollowingShape(followed_by(self.actor)).data)


class FollowedPlayer(BaseAPIView):
    """Following a person."""

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, person_id: int) -> Response:
        """Follow a person: you are notified when one of their games starts."""
        follow_person(self.actor, person_id)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, person_id: int) -> Response:
        """Unfollow a person."""
        unfollow_person(self.actor, get_object_or_404(Person, pk=person_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FollowedClub(BaseAPIView):
    """Following a club."""

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, slug: str) -> Response:
        """Follow a club: you are notified when it announces an event."""
        follow_club(self.actor, get_object_or_404(Club, slug=slug))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Unfollow a club."""
        unfollow_club(self.actor, get_object_or_404(Club, slug=slug))
        return Response(status=status.HTTP_204_NO_CONTENT)
