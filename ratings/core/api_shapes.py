"""Rating lists as the API has them."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from common.api import IdField, WordsField
from players.core.api_shapes import ClubName
from ratings.models import Pool


class PoolShape(serializers.Serializer[Any]):
    """A rating list: of a club, or (null) of the whole server.

    It counts the games under its `rules`, or of all rule sets of its `game`, or (both "") all games of the project;
    `covers` is how `POST /pools` names that. Pools that count the same for the same club stand side by side
    (`/pools/ID/systems`), and one of them, `main`, is the club's rating, or the server's. `publishes` is "month",
    "quarter" or "": how often it is published; players are inactive `inactive_after` months after their last event
    (0: never). Games count when their event is closed, or with `counts_at_once` from the day on which their results
    stand. Lists of `programs` count games between programs, all others those between people, and with `admits_programs`
    those of people against programs.
    """

    id = IdField()
    rules = serializers.CharField()
    game = serializers.CharField()
    programs = serializers.BooleanField()
    covers = serializers.CharField(source="coverage.key")
    name = serializers.SerializerMethodField()
    club = ClubName(allow_null=True)
    system = serializers.CharField()
    parameters = serializers.DictField(child=serializers.IntegerField(), source="rating_system.parameters")
    main = serializers.BooleanField(source="is_main")
    publishes = serializers.CharField()
    inactive_after = serializers.IntegerField()
    counts_at_once = serializers.BooleanField()
    admits_programs = serializers.BooleanField()
    computed_at = serializers.DateTimeField(allow_null=True)

    def get_name(self, pool: Pool) -> str:
        return WordsField().to_representation(pool.name)


def pool_or_404(pool_id: int) -> Pool:
    """The list at an address, with its club."""
    return get_object_or_404(Pool.objects.select_related("club"), pk=pool_id)
