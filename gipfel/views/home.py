"""The pages of the server itself: its clubs, the search, and what this is."""

from __future__ import annotations

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gipfel import queries
from gipfel.game_cards import DAYS, game_cards
from gipfel.privacy import KINDS
from players.accounts.queries import has_no_accounts
from players.core.queries.memberships import clubs_of
from players.models import Club
from players.permissions import may
from players.roles import Permission
from tournaments.events.pages.public import club
from tournaments.events.queries.coming import own_day
from tournaments.events.queries.events import event_cards

EVENTS_A_PAGE, PEOPLE_A_PAGE = 30, 100


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs; where there is one alone, its own page. A server without an account leads to its set-up page."""
    slugs = list(Club.objects.values_list("slug", flat=True)[:2])
    return clubs(request) if len(slugs) != 1 or has_no_accounts() else club(request, slugs[0])


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """What the reader has to do, and the clubs with what runs in them."""
    context = {
        "clubs": queries.clubs_with_events(),
        **own_day(request.user),
        "has_no_accounts": not request.user.is_authenticated and has_no_accounts(),
        "may_make_club": may(request.user, Permission.MANAGE_SERVER, "server")
        if request.user.is_authenticated
        else False,
    }
    return render(request, "home.html", context)


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Every event that the reader may see, those that run first, then those to come, then the past, by pages."""
    page = Paginator(queries.events(request.user), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "events.html", {"page": page, "cards": event_cards(list(page.object_list))})


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Everybody who plays in a public event, by name; with `q` those whose names have its words."""
    words = request.GET.get("q", "").replace("\x00", "")[: queries.LONGEST_SEARCH].strip()
    page = Paginator(queries.players(words), PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    clubs = clubs_of(person.pk for person in page.object_list)
    rows = [(person, clubs.get(person.pk, [])) for person in page.object_list]
    return render(request, "people.html", {"q": words, "page": page, "rows": rows})


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """People, clubs and events whose names have every word that was typed."""
    words = request.GET.get("q", "").replace("\x00", "")[: queries.LONGEST_SEARCH].strip()
    found = queries.search(words, request.user) if words else None
    return render(request, "search.html", {"q": words, "found": found, "limit": queries.MOST_FOUND})


@require_safe
def project(request: HttpRequest) -> HttpResponse:
    """Every game of the server: what each is like, how much it is played, and who leads."""
    return render(request, "project.html", {"cards": game_cards(), "days": DAYS})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What Gipfel is, and how it treats those who play."""
    return render(request, "about.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored about people, for what and how long."""
    context = {"kinds": KINDS, "contact": settings.PRIVACY_CONTACT, "weeks": settings.BACKUP_KEEP_WEEKS}
    return render(request, "privacy.html", context)
