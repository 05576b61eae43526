"""What is sent of a club: read by endpoints, asked for by the forms derived from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import VersionField
from players.models import Licence


@extend_schema_serializer(component_name="OpenLicenceChange")
class SetOpenLicenceInput(serializers.Serializer[Any]):
    """Whether the club's public games are open data, and under which licence; empty for not at all."""

    licence = serializers.ChoiceField(Licence.values, allow_blank=True)
    version = VersionField()
