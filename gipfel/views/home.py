"""The pages of the server itself: its clubs, the search, and what this is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gipfel import queries
from players.models import Club
from players.permissions import may
from players.queries import nobody_yet
from players.roles import Act
from tournaments.queries.own_tasks import own_tasks
from tournaments.web.views.club import club


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs; where there is one alone, its own page. A server without an account leads to its set-up page."""
    slugs = list(Club.objects.values_list("slug", flat=True)[:2])
    return clubs(request) if len(slugs) != 1 or nobody_yet() else club(request, slugs[0])


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """What the reader has to do, and the clubs with what runs in them."""
    context = {
        "clubs": queries.clubs_with_events(),
        "tasks": own_tasks(request.user),
        "nobody_yet": not request.user.is_authenticated and nobody_yet(),
        "may_make_club": may(request.user, Act.KEEP_SERVER, "server") if request.user.is_authenticated else False,
    }
    return render(request, "home.html", context)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """People, clubs and events whose names have every word that was typed."""
    words = request.GET.get("q", "").replace("\x00", "")[: queries.LONGEST_SEARCH].strip()
    found = queries.search(words, request.user) if words else None
    return render(request, "search.html", {"q": words, "found": found, "limit": queries.MOST_FOUND})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What Gipfel is, and how it treats those who play."""
    return render(request, "about.html")
