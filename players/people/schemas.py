"""What is sent of a person: read by an endpoint, asked for by the form derived from it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from players.core.api_shapes import LONGEST_COUNTRY
from players.names import LONGEST


class PlayerChange(serializers.Serializer[Any]):
    """How a person is called, and for what country they play; what is not sent stays."""

    name = serializers.CharField(max_length=LONGEST, required=False)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, allow_blank=True, required=False)
