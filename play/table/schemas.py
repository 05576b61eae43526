"""What is sent of what players choose for all their games: read by endpoints, and by the forms derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers


@extend_schema_serializer(component_name="VacationNew")
class BookVacationInput(serializers.Serializer[Any]):
    """The days of a vacation, both included."""

    first = serializers.DateField(label=gettext_lazy("First day"))
    last = serializers.DateField(label=gettext_lazy("Last day"))


@extend_schema_serializer(component_name="ZoneChoice")
class SetTimeZoneInput(serializers.Serializer[Any]):
    """Where you live, as Europe/Berlin."""

    time_zone = serializers.CharField(max_length=40, label=gettext_lazy("Time zone"))
