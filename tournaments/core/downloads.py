"""Answers that the browser keeps as files."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.models import Event


def as_csv(text: str, event: Event, what: str) -> HttpResponse:
    """A table of an event as a download."""
    return as_file(HttpResponse(text, content_type="text/csv; charset=utf-8"), event, f"{what}.csv")


def as_file(answer: HttpResponse, event: Event, name: str) -> HttpResponse:
    """An answer that is stored under a name that says of which event it is."""
    answer["Content-Disposition"] = f'attachment; filename="event-{event.pk}-{name}"'
    return answer
