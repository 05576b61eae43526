"""What is sent with the steps of an event: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, IdField, NumberField, ReasonField, VersionField
from tournaments.core.schemas import LONGEST_KEY, MOST_ENTRIES, Reasoned, Versioned


class InGroup(serializers.Serializer[Any]):
    """An entry (by id) and the group or team that it plays in."""

    entry = IdField()
    group = NumberField(min_value=1)


@extend_schema_serializer(component_name="Start")
class StartEventInput(Versioned):
    """How pairing numbers are given: by "rating", by "lot", or by "hand" in the order of these entries' ids.

    Where the format has groups or teams, `grouping` says how these come about: by "strength", "serpentine", or by
    "hand" as `groups` says. `first_colour` is what number 1 gets in round 1 ("w" or "b"; drawn where nothing is said).
    """

    seeding = serializers.CharField(max_length=LONGEST_KEY, default="rating", label=_("Pairing numbers"))
    order = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, default=list)
    grouping = serializers.CharField(max_length=LONGEST_KEY, allow_blank=True, default="", label=_("Groups"))
    groups = InGroup(many=True, default=list)
    first_colour = serializers.CharField(
        max_length=1, allow_blank=True, default="", label=_("Who begins on board 1 of round 1")
    )

    def validate_groups(self, groups: list[dict[str, int]]) -> dict[int, int]:
        return {each["entry"]: each["group"] for each in groups}


@extend_schema_serializer(component_name="Close")
class CloseEventInput(Versioned):
    """`early` closes an event of which not all rounds are paired."""

    early = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="Reopen")
class ReopenEventInput(Reasoned):
    """Why the event goes on although its table was final: needed."""


class DeleteEventInput(Versioned):
    """`with_people`: the people who were added with the draft go too, where nothing else names them."""

    with_people = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="UndoShape")
class UndoInput(serializers.Serializer[Any]):
    """Why it is undone (needed), the event's version that the caller has seen, and keys of what is confirmed."""

    reason = ReasonField(default="")
    version = VersionField()
    confirm = ConfirmField()
