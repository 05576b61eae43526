"""How pages call scopes and jobs of events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from common.compiled_query import CompiledQuery
from common.jobs.descriptions import Describe, Description
from gipf_engine.messages import Message
from players.scope_labels import Label, labeller
from tournaments.core.standard_rules import rules_notice
from tournaments.models import Circuit, Event, Festival, League, StagePlan, Title

# --- what the jobs of events are called -------------------------------------------------------------------


def about_event(template: str) -> Describe:
    """Descriptions of jobs whose subject is an event's scope, with a round's number behind it or not: "event:12:3".

    `template` is marked for the catalogs; it may name %(event)s and %(round)s.
    """

    def describe(subjects: Collection[str]) -> Mapping[str, Description]:
        parts = {subject: subject.split(":") for subject in subjects}
        names = dict(Event.objects.filter(pk__in={part[1] for part in parts.values()}).values_list("pk", "name"))
        return {
            subject: Description(_label(template, names[int(event)], *rest[:1]), f"event:{event}")
            for subject, (_kind, event, *rest) in parts.items()
            if int(event) in names
        }

    return describe


def _label(template: str, name: str, number: str = "") -> Message:
    return Message(template, {"event": name, "round": number})


# --- what the scopes of events are called -----------------------------------------------------------------


def _of_labels(events: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    return events.order_by().values_list("pk", "name", "format", "has_left_rules")


_LABEL = CompiledQuery(lambda event: _of_labels(Event.objects.filter(pk=event)))
"""Of one event, as all pages of a game want it."""


@labeller("event")
def _labels(ids: list[int]) -> dict[int, Label]:
    events = _of_labels(Event.objects.filter(pk__in=ids)) if len(ids) > 1 else _LABEL(*ids)
    return {
        pk: Label(name, reverse("event", args=[pk]), rules_notice(key, left=left)) for pk, name, key, left in events
    }


@labeller("festival")
def _festival_labels(ids: list[int]) -> dict[int, Label]:
    names = Festival.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Label(name, reverse("festival", args=[pk])) for pk, name in names}


@labeller("stages")
def _stages_labels(ids: list[int]) -> dict[int, Label]:
    names = StagePlan.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Label(name, reverse("stages", args=[pk])) for pk, name in names}


@labeller("circuit")
def _circuit_labels(ids: list[int]) -> dict[int, Label]:
    names = Circuit.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Label(name, reverse("circuit", args=[pk])) for pk, name in names}


@labeller("league")
def _league_labels(ids: list[int]) -> dict[int, Label]:
    names = League.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Label(name, reverse("league", args=[pk])) for pk, name in names}


@labeller("title")
def _title_labels(ids: list[int]) -> dict[int, Label]:
    names = Title.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Label(name, reverse("title", args=[pk])) for pk, name in names}
