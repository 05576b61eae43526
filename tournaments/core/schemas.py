"""What all acts on an event are sent with: the version that was seen, and often why they are done."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from common.api import ReasonField, VersionField

LONGEST_KEY = 40


class Versioned(serializers.Serializer[Any]):
    """The event's version that the caller has seen; without it, nothing is compared."""

    version = VersionField()


class Reasoned(Versioned):
    """Why it is done."""

    reason = ReasonField(default="")
