"""What is sent about guardians: read by endpoints, asked for by the forms derived from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, VersionField


@extend_schema_serializer(component_name="GuardianRuleChange")
class SetGuardianRuleInput(serializers.Serializer[Any]):
    """Whether minors who register by themselves wait for the consent of a guardian."""

    asks = serializers.BooleanField()
    version = VersionField()


@extend_schema_serializer(component_name="GuardianQuestion")
class AskGuardianInput(serializers.Serializer[Any]):
    """About which member of the club which guardian is asked."""

    person_id = IdField()
    birth_year = serializers.IntegerField(min_value=1900, max_value=2100)
    email = serializers.EmailField()
