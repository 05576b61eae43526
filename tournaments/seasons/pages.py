"""The pages of a league: a season with its divisions for everybody, and a new league."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.web import done_response, missing_is_404, posted_data, status_of, try_service
from players.core.pages import GET_OR_POST, club_for
from players.roles import Permission
from tournaments.models import League
from tournaments.seasons.forms import NewLeagueForm
from tournaments.seasons.queries import LeaguePage, champions_of, league_page
from tournaments.seasons.services import leagues as services


def get_league(league_id: int) -> League:
    """The league; else 404. Everybody may see it."""
    return get_object_or_404(League.objects.select_related("club"), pk=league_id)


def league_context(page: LeaguePage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of a league needs; the tabs are those that the reader may open."""
    wanted = [("league", _("Tables"), True), ("league-edit", _("Settings"), page.may_edit)]
    tabs = [
        {"url": reverse(name, args=[page.league.pk]), "label": label, "current": name == tab}
        for name, label, offered in wanted
        if offered
    ]
    known = {"page": page, "league": page.league, "club": page.league.club}
    return {**known, "tabs": tabs if len(tabs) > 1 else [], **more}


@require_safe
@never_cache
def league(request: HttpRequest, league_id: int) -> HttpResponse:
    """The season that is on: who leads, the table of each division, who would move."""
    shown = get_league(league_id)
    context = league_context(league_page(shown, request.user), "league", champions=champions_of(shown))
    return render(request, "tournaments/seasons/league.html", context)


@require_safe
@never_cache
def league_season(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """A season by its number: one that ended says who moved."""
    shown = get_league(league_id)
    with missing_is_404():
        page = league_page(shown, request.user, number)
    return render(
        request, "tournaments/seasons/league.html", league_context(page, "league", champions=champions_of(shown))
    )


@require_http_methods(GET_OR_POST)
@never_cache
def league_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new league of a club."""
    organiser, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = NewLeagueForm(posted_data(request), given={"club": club.slug})
    made: list[League] = []

    def create() -> None:
        made.append(services.create_league(club.pk, organiser, **form.plan()))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("League created. Add its divisions next."), "league-edit", made[0].pk)
    context = {"club": club, "form": form}
    return render(request, "tournaments/seasons/new.html", context, status=status_of(form))
