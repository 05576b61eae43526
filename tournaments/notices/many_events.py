"""The events of a club and of the whole server for programs that follow them: a calendar of their days, and news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.calendars import CONTENT_TYPE, CalendarDay, calendar_text
from common.journal.models import Scope
from common.web import file_response
from players.models import Club
from tournaments.core.pages import to_text
from tournaments.models import Event
from tournaments.notices.queries import ClubNews, public_events, server_news

FEED = "application/atom+xml; charset=utf-8"


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The days of a club's events."""
    club = get_object_or_404(Club, slug=slug)
    return _calendar(request, club.name, public_events(club), f"{club.slug}.ics")


@require_safe
def server_calendar(request: HttpRequest) -> HttpResponse:
    """The days of all public events of the server."""
    return _calendar(request, _("Events"), public_events(), "events.ics")


def _calendar(request: HttpRequest, name: str, events: Iterable[Event], file: str) -> HttpResponse:
    text = calendar_text(name, _days(request, list(events)))
    return file_response(text, CONTENT_TYPE, file)


def _days(request: HttpRequest, events: list[Event]) -> Iterator[CalendarDay]:
    scopes = Scope.objects.filter(key__in=[event.scope for event in events])
    versions = dict(scopes.values_list("key", "version"))
    for event in events:
        yield CalendarDay(
            uid=f"event-{event.pk}@{request.get_host()}",
            title=event.name,
            first=event.starts_on,
            last=event.ends_on,
            changed=timezone.now(),
            url=request.build_absolute_uri(reverse("event", args=[event.pk])),
            place=event.place,
            sequence=versions.get(event.scope, 0),
        )


@require_safe
def server_feed(request: HttpRequest) -> HttpResponse:
    """What all clubs have announced and finished, as an Atom feed."""
    here = request.build_absolute_uri(reverse("events"))
    made = Atom1Feed(
        title=_("Events"),
        link=here,
        description="",
        language=get_language(),
        feed_url=request.build_absolute_uri(),
        feed_guid=f"{here}#news",
    )
    for item in server_news():
        _add_news(made, request, here, item)
    return HttpResponse(made.writeString("utf-8"), content_type=FEED)


def _add_news(made: Atom1Feed, request: HttpRequest, here: str, item: ClubNews) -> None:
    made.add_item(
        title=f"{item.event.name}: {to_text(item.text)}",
        link=request.build_absolute_uri(reverse("event", args=[item.event.pk])),
        description="",
        author_name=item.event.club.name,
        pubdate=item.at,
        updateddate=item.at,
        unique_id=f"{here}#{item.key}",
    )
