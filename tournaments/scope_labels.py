"""What the scopes of events are called."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from common.compiled_query import CompiledQuery
from players.scope_labels import Label, labeller
from tournaments.core.standard_rules import rules_notice
from tournaments.models import Event


def _of_labels(events: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    return events.order_by().values_list("pk", "name", "has_left_rules")


_LABEL = CompiledQuery(lambda event: _of_labels(Event.objects.filter(pk=event)))
"""Of one event, as all pages of a game want it."""


@labeller("event")
def _labels(ids: list[int]) -> dict[int, Label]:
    events = _of_labels(Event.objects.filter(pk__in=ids)) if len(ids) > 1 else _LABEL(*ids)
    return {pk: Label(name, reverse("event", args=[pk]), rules_notice(left=left)) for pk, name, left in events}
