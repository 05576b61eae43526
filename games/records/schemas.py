"""What is sent with a record: read by the endpoint, and by the form that is derived from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.core.services.errors import LARGEST


@extend_schema_serializer(component_name="RecordNew")
class SubmitRecordInput(serializers.Serializer[Any]):
    """A record's text in any notation that the record format reads."""

    text = serializers.CharField(max_length=LARGEST, trim_whitespace=False)
