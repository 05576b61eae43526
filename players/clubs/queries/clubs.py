"""Clubs that are narrowed to what they are, and ordered by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from common.filters import narrow
from players.models import Club


def find_clubs(asked: Mapping[str, Any]) -> QuerySet[Club]:
    """The clubs that are as `asked` says: `q`, `admitted` (None: whichever) and `ordering`."""
    return narrow(Club.objects.all(), asked, {"admitted": _admitted}, ("name", "place"))


def _admitted(admitted: bool | None) -> Q:
    return Q() if admitted is None else Q(admitted=admitted)
