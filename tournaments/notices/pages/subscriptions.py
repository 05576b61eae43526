"""An event for programs that follow it: its news as an Atom feed, its days as a calendar."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common.calendars import CONTENT_TYPE, CalendarDay, calendar_text
from common.journal import queries as journal
from tournaments.core.downloads import as_file
from tournaments.core.loader import EventData
from tournaments.core.pages import conditional_get, get_visible_event, rows_for, to_text
from tournaments.core.queries.event_header import EventHead, event_head
from tournaments.core.standard_rules import rules_notice
from tournaments.models import Event
from tournaments.notices.queries.subscriptions import days_of_rounds, news_of


@require_safe
@conditional_get
def feed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Rounds and steps of the event, the latest first."""
    event = get_visible_event(request, event_id)
    rows = rows_for(event_head(event, request.user))
    here = request.build_absolute_uri(reverse("event", args=[event.pk]))
    made = Atom1Feed(
        title=event.name,
        link=here,
        description="",
        subtitle=to_text(notice) if (notice := rules_notice(left=not event.follows_rules)) else None,
        language=get_language(),
        author_name=event.club.name,
        feed_url=request.build_absolute_uri(),
        feed_guid=here,
    )
    for item in news_of(rows):
        to = reverse("event-round", args=[event.pk, item.round]) if item.round else reverse("event", args=[event.pk])
        made.add_item(
            title=to_text(item.text),
            link=request.build_absolute_uri(to),
            description="",
            pubdate=item.at,
            updateddate=item.at,
            unique_id=f"{here}#{item.version}",
        )
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


@require_safe
@conditional_get
def calendar(request: HttpRequest, event_id: int) -> HttpResponse:
    """The days of the event and of its rounds."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    text = calendar_text(event.name, _event_days(request, head, rows_for(head)))
    return as_file(HttpResponse(text, content_type=CONTENT_TYPE), event, "event.ics")


def _event_days(request: HttpRequest, head: EventHead, rows: EventData) -> Iterator[CalendarDay]:
    event: Event = head.event
    own, host = f"event-{event.pk}", request.get_host()
    changed = max((line.at for line in journal.entries(event.scope, newest=1)), default=timezone.now())
    yield CalendarDay(
        uid=f"{own}@{host}",
        title=event.name,
        first=event.starts_on,
        last=event.ends_on,
        changed=changed,
        url=request.build_absolute_uri(reverse("event", args=[event.pk])),
        place=event.place,
        sequence=head.version,
    )
    for days in days_of_rounds(rows):
        yield CalendarDay(
            uid=f"{own}-round-{days.round.number}@{host}",
            title=f"{event.name} · {to_text(days.title)}",
            first=days.first,
            last=days.last,
            changed=days.round.started_at,
            url=request.build_absolute_uri(reverse("event-round", args=[event.pk, days.round.number])),
            place=event.place,
            sequence=days.round.version,
        )
