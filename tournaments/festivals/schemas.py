"""What is sent with acts on festivals: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, VersionField
from players.names import LONGEST
from tournaments.core.api import ClubField
from tournaments.core.event_config import LONGEST_ABOUT
from tournaments.core.schemas import Versioned


class FestivalPlan(serializers.Serializer[Any]):
    """What a festival is called, where and when it is. Its sections keep their own places and days."""

    name = serializers.CharField(max_length=LONGEST, label=_("Name of the festival"))
    place = serializers.CharField(max_length=LONGEST, allow_blank=True, required=False, label=_("Place"))
    starts_on = serializers.DateField(label=_("First day"))
    ends_on = serializers.DateField(label=_("Last day"))
    about = serializers.CharField(max_length=LONGEST_ABOUT, allow_blank=True, required=False, label=_("Information"))


class FestivalNew(FestivalPlan):
    """A new festival of a club."""

    club = ClubField(help_text="The slug of the club that holds it.")


class FestivalChange(FestivalPlan):
    """What changes of a festival; what is not sent stays."""

    version = VersionField()


class SectionNew(Versioned):
    """The event that joins the festival, by id: one of the same club."""

    event = IdField(label=_("Event"))


@extend_schema_serializer(component_name="EntryMove")
class MoveEntryInput(Versioned):
    """The section that a player moves to: the id of its event."""

    section = IdField(label=_("Section"))
