"""The endpoints of people: searching and merging them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.api_filters import ordering_field
from players.core.api import BaseAPIView
from players.core.api_shapes import BY_NAME, LONGEST_COUNTRY, PlayerRow, with_clubs
from players.models import Person
from players.names import LONGEST
from players.people.queries.filters import find_people
from players.people.queries.search import first_matching, has_words
from players.people.services.merging import merge_persons, unmerge


class PlayerMerge(serializers.Serializer[Any]):
    """The record (id) that is a second one of the same person."""

    gone = IdField()


class PlayerSearch(serializers.Serializer[Any]):
    """Words of a name, in any case, with or without accents; members of a club (its slug), of a country."""

    q = serializers.CharField(max_length=LONGEST)
    club = serializers.SlugField(required=False)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, required=False, help_text="Two letters.")
    ordering = ordering_field(BY_NAME)


class Players(BaseAPIView):
    """The people of the server."""

    @extend_schema(parameters=[PlayerSearch], responses=PlayerRow(many=True))
    def get(self, request: Request) -> Response:
        """Search people by name, in all clubs. Erased people are not found.

        Of more than 1,000 people with these words, the first by name are found: send more of the name.
        """
        asked = self.validated_query(PlayerSearch)
        return self.paginate(find_people(_found(asked), asked), PlayerRow, with_clubs)


def _found(asked: Mapping[str, Any]) -> QuerySet[Person]:
    """Those who match; of a club or a country all of them."""
    if "club" in asked or "country" in asked:
        return Person.objects.filter(has_words(asked["q"]), merged_into=None)
    return first_matching(asked["q"])


class MergePlayers(BaseAPIView):
    """Two records of one person."""

    @extend_schema(request=PlayerMerge, responses=PlayerRow)
    def post(self, request: Request, person_id: int) -> Response:
        """Merge another record into this person. For managers of both.

        Refused (409) if they cannot be one person: both registered for one event, or both have an account.
        """
        values = self.validated_body(PlayerMerge)
        merge_persons(actor=self.actor, kept_id=person_id, gone_id=values["gone"])
        return Response(PlayerRow(with_clubs([canonical(person_id)])[0]).data)


class UnmergePlayers(BaseAPIView):
    """A record that was merged by mistake."""

    @extend_schema(request=None, responses=PlayerRow)
    def post(self, request: Request, person_id: int) -> Response:
        """Undo the merge of a record, named by its own id: it is a person of its own again."""
        parted = unmerge(actor=self.actor, person_id=person_id)
        return Response(PlayerRow(with_clubs([parted])[0]).data)


def canonical(person_id: int) -> Person:
    """The person that an id stands for today; 404 for no one."""
    person = get_object_or_404(Person.objects.select_related("merged_into"), pk=person_id)
    return person.merged_into or person
