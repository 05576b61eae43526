"""What is sent with a record: read by the endpoint, and by the form that is derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.core.services.errors import LARGEST


def _too_long() -> str:
    return gettext("A record has at most %(most)d KB.") % {"most": LARGEST // 1024}


@extend_schema_serializer(component_name="RecordNew")
class SubmitRecordInput(serializers.Serializer[Any]):
    """A record's text in any notation that the record format reads."""

    text = serializers.CharField(
        max_length=LARGEST, trim_whitespace=False, error_messages={"max_length": lazy(_too_long, str)()}
    )
