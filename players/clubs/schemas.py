"""What is sent of a club and its people: read by endpoints, asked for by the forms derived from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, VersionField
from players.core.api_shapes import LONGEST_COUNTRY
from players.models import Licence
from players.names import LONGEST

LONGEST_TIME_ZONE = 40


@extend_schema_serializer(component_name="OpenLicenceChange")
class SetOpenLicenceInput(serializers.Serializer[Any]):
    """Whether the club's public games are open data, and under which licence; empty for not at all."""

    licence = serializers.ChoiceField(Licence.values, allow_blank=True)
    version = VersionField()


class ClubNew(serializers.Serializer[Any]):
    """What a club is called and where it plays; `time_zone` is a name such as "Europe/Amsterdam"."""

    name = serializers.CharField(max_length=LONGEST)
    place = serializers.CharField(max_length=LONGEST, allow_blank=True, default="")
    time_zone = serializers.CharField(max_length=LONGEST_TIME_ZONE, default="UTC")


class ClubMade(ClubNew):
    """A new club; `admitted`: its games count in the rating lists of the whole server."""

    admitted = serializers.BooleanField(default=False)


class ClubAdmission(serializers.Serializer[Any]):
    """Whether a club's games count in the rating lists of the whole server."""

    admitted = serializers.BooleanField()


class ClubChange(ClubNew):
    """What changes of a club; what is not sent stays."""

    version = VersionField()


class PlayerNew(serializers.Serializer[Any]):
    """A new person and member of the club, from `since` (today where nothing is said)."""

    name = serializers.CharField(max_length=LONGEST)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, allow_blank=True, default="")
    since = serializers.DateField(allow_null=True, default=None)


class Acceptance(serializers.Serializer[Any]):
    """`as_home`: this club, and no other, looks after the person's name and account from now on."""

    as_home = serializers.BooleanField(default=False)


class InvitationNew(serializers.Serializer[Any]):
    """Whom the club asks to become a member (any of the person's ids), and from when on."""

    player = IdField()
    since = serializers.DateField()


class HomeChoice(serializers.Serializer[Any]):
    """The slug of the club that looks after the account; null: only the administrators of the server."""

    club = serializers.SlugField(allow_null=True)
