"""What everyone may see of a festival: its page, its days as a calendar, the screen of the hall."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.calendars import CONTENT_TYPE, CalendarDay, calendar_text
from common.web import file_response
from tournaments.core.club_views import held_context
from tournaments.core.formats import is_for_teams
from tournaments.core.queries.festivals import require_visible_festival
from tournaments.festivals.queries.festivals import FestivalPage, festival_page
from tournaments.festivals.queries.screen import section_slides
from tournaments.models import Event, Festival
from tournaments.rate_limit import table_admission
from tournaments.sheets.pages import offered_looks
from tournaments.sheets.queries import LOOKS, USUAL_LOOKS


def get_visible_festival(request: HttpRequest, festival_id: int) -> Festival:
    """The festival, if the reader may see it; else 404, or NotAllowed where all its sections are drafts."""
    festival = get_object_or_404(Festival.objects.select_related("club"), pk=festival_id)
    require_visible_festival(request.user, festival)
    return festival


def festival_context(page: FestivalPage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of a festival needs; the tabs are those that the reader may open."""
    tabs = [("festival", gettext("Sections"), True)]
    tabs += [("festival-desk", gettext("Desk"), page.runs), ("festival-check-in", gettext("Check-in"), page.enters)]
    tabs += [("festival-links", gettext("Player links"), page.prints_links)]
    tabs += [("festival-edit", gettext("Settings"), page.may_edit)]
    return held_context(page, "festival", page.festival, tab, tabs, **more)


@require_safe
@never_cache
def festival(request: HttpRequest, festival_id: int) -> HttpResponse:
    """Name, place and days, and the sections with their state, round and leader."""
    shown = get_visible_festival(request, festival_id)
    context = festival_context(festival_page(shown, request.user), "festival")
    return render(request, "tournaments/festivals/festival.html", context)


@require_safe
@never_cache
def calendar(request: HttpRequest, festival_id: int) -> HttpResponse:
    """The days of the festival and of its sections, for programs that subscribe to it."""
    shown = get_visible_festival(request, festival_id)
    page, host = festival_page(shown, request.user), request.get_host()
    planned: list[tuple[Festival | Event, str, int]] = [(shown, "festival", page.version)]
    planned += [(section.event, "event", section.version) for section in page.sections]
    days = [
        CalendarDay(
            uid=f"{kind}-{each.pk}@{host}",
            title=each.name,
            first=each.starts_on,
            last=each.ends_on,
            changed=timezone.now(),
            url=request.build_absolute_uri(reverse(kind, args=[each.pk])),
            place=each.place or shown.place,
            sequence=version,
        )
        for each, kind, version in planned
    ]
    return file_response(calendar_text(shown.name, days), CONTENT_TYPE, f"festival-{shown.pk}.ics")


@require_safe
@never_cache
def screen(request: HttpRequest, festival_id: int) -> HttpResponse:
    """One screen for the hall that turns through the sections; `?show=` chooses looks as on the screen of an event."""
    shown = get_visible_festival(request, festival_id)
    page = festival_page(shown, request.user)
    looks = [look for look in LOOKS if look in request.GET.getlist("show")] or USUAL_LOOKS
    sections = [
        section_slides(section.event, section.version, looks, table_admission(request, section.event))
        for section in page.sections
    ]
    offered = offered_looks(looks, teams_meet=any(is_for_teams(section.event.format) for section in page.sections))
    context = festival_context(
        page, "festival", sections=sections, looks=offered, has_slides=any(each.slides for each in sections)
    )
    return render(request, "tournaments/festivals/screen.html", context)
