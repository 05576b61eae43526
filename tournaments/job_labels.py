"""What the jobs of events are called."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from common.jobs.descriptions import Describe, Description
from gipf_engine.messages import Message
from tournaments.models import Event


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
