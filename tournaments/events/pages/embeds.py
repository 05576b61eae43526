"""The events of a club for frames of other sites."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from common.embedding import embedded
from players.models import Club
from tournaments.core.pages import number_in
from tournaments.core.queries.events import events_of
from tournaments.events.queries.events import event_cards

USUAL, MOST = 10, 100
"""Events that are shown, unless the address asks for others."""


@embedded
def embedded_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest events of a club that are public: what runs, what comes, what was played."""
    club = get_object_or_404(Club, slug=slug)
    events = list(events_of(club, request.user)[: min(number_in(request, "rows") or USUAL, MOST)])
    return render(request, "tournaments/events/embedded_club.html", {"club": club, "cards": event_cards(events)})
