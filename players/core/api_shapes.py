"""How people and clubs are written wherever the API names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from common.api import IdField
from players.core.queries.memberships import clubs_of
from players.models import Club, Person

LONGEST_COUNTRY = 2


class ClubName(serializers.Serializer[Any]):
    """A club as others refer to it: `slug` is what addresses have."""

    slug = serializers.SlugField()
    name = serializers.CharField()


class PlayerName(serializers.Serializer[Any]):
    """A person as others refer to them: the one that stands for all records that were merged."""

    id = IdField()
    name = serializers.CharField()


class PlayerRow(PlayerName):
    """A person in a list; `country` is two letters or empty."""

    country = serializers.CharField()
    clubs = ClubName(many=True)


BY_NAME = ("name", "-name")


@dataclass(frozen=True, slots=True)
class Known:
    """A person with the clubs they belong to, as `PlayerRow` writes it."""

    id: int
    name: str
    country: str
    clubs: Sequence[Club]


def with_clubs(people: Sequence[Person]) -> list[Known]:
    """Each person with their clubs. One query."""
    clubs = clubs_of(person.pk for person in people)
    return [Known(person.pk, person.name, person.country, clubs.get(person.pk, [])) for person in people]
