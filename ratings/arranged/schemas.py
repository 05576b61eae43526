"""What is sent where a game is taken out of the lists: read by the endpoint, asked for by the forms derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ratings.models import RemovedGame


@extend_schema_serializer(component_name="CountingChange")
class SetCountingInput(serializers.Serializer[Any]):
    """Take a game out of the lists (`counts` false) or put it back in, for a `reason` that its page shows."""

    counts = serializers.BooleanField()
    reason = serializers.CharField(max_length=RemovedGame.LONGEST, label=gettext_lazy("Reason"))
