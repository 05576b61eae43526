"""What all acts on an event are sent with, and how much an event holds."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from common.api import ReasonField, VersionField

# --- how much an event holds ------------------------------------------------------------------------------


MOST_AT_ONCE = 200


MOST_ENTRIES = 9999
"""Players of an event: pairing numbers have four digits in files."""


# --- what all acts on an event are sent with: the version that was seen, and often why they are done ------


LONGEST_KEY = 40


class Versioned(serializers.Serializer[Any]):
    """The event's version that the caller has seen; without it, nothing is compared."""

    version = VersionField()


class Reasoned(Versioned):
    """Why it is done."""

    reason = ReasonField(default="")
