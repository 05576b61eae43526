"""The home of a club, and all its events."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.models import Club
from tournaments.core.pages import to_text
from tournaments.core.queries.visibility import events_of
from tournaments.events.queries.clubs import club_home, event_cards
from tournaments.events.queries.own_tasks import own_tasks

EVENTS_A_PAGE = 30


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What the reader has to do, what runs, what comes, what was played, who leads."""
    shown = get_object_or_404(Club, slug=slug)
    home = club_home(shown, request.user, to_text)
    return render(
        request, "tournaments/events/club.html", {"club": shown, "home": home, "tasks": own_tasks(request.user)}
    )


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event of the club, the latest first."""
    shown = get_object_or_404(Club, slug=slug)
    page = Paginator(events_of(shown, request.user), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": shown, "page": page, "cards": event_cards(list(page.object_list))}
    return render(request, "tournaments/events/club_events.html", context)
