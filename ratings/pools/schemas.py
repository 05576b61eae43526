"""What is sent of a list and its systems: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ratings.models import MOST_MONTHS, PUBLISHES


@extend_schema_serializer(component_name="ListSettings")
class SetParametersInput(serializers.Serializer[Any]):
    """The settings of a list, as `PoolShape` tells them. What is not sent stays, also among `parameters`.

    `/rating-systems` tells the parameters of the list's system, with the least and the most of each. All but the
    parameters are the whole list's: they are set for its `main` system alone.
    """

    parameters = serializers.DictField(child=serializers.IntegerField())
    publishes = serializers.ChoiceField(PUBLISHES, label=gettext_lazy("Publish a list that does not change"))
    inactive_after = serializers.IntegerField(
        min_value=0, max_value=MOST_MONTHS, label=gettext_lazy("A player without rated games is inactive")
    )
    counts_at_once = serializers.BooleanField(label=gettext_lazy("A game counts"))
    admits_programs = serializers.BooleanField(label=gettext_lazy("Games against programs"))


@extend_schema_serializer(component_name="SystemChoice")
class ChooseSystemInput(serializers.Serializer[Any]):
    """By which system (`/rating-systems`) the list of a club (its slug), or of the server, is rated.

    `rules` is what the list counts: the key of a rule set, "game:" and the key of a game ("game:gipf": all its rule
    sets), or "project": all games.
    """

    rules = serializers.CharField(max_length=40, label=gettext_lazy("Games that count"))
    club = serializers.SlugField(required=False)
    system = serializers.CharField(max_length=20, label=gettext_lazy("Rating system"))


@extend_schema_serializer(component_name="AddedSystem")
class AddSystemInput(serializers.Serializer[Any]):
    """Another system (`/rating-systems`) for a list, with numbers of its own; defaults for those left out."""

    system = serializers.CharField(max_length=20, label=gettext_lazy("Rating system"))
    parameters = serializers.DictField(child=serializers.IntegerField(), required=False)
