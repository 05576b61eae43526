"""What is sent to adopt fitted numbers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers


@extend_schema_serializer(component_name="FitAdoption")
class AdoptFitInput(serializers.Serializer[Any]):
    """The `digest` of the fit that is adopted: of another list by now, it is refused."""

    digest = serializers.CharField(max_length=64)
