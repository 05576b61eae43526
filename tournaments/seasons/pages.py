"""The pages of a league: a season with its divisions for everybody, and a new league."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.web import missing_is_404
from tournaments.core.club_views import held_context
from tournaments.models import League
from tournaments.seasons.queries import LeaguePage, champions_of, league_page


def get_league(league_id: int) -> League:
    """The league; else 404. Everybody may see it."""
    return get_object_or_404(League.objects.select_related("club"), pk=league_id)


def league_context(page: LeaguePage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of a league needs; the tabs are those that the reader may open."""
    tabs = [("league", _("Tables"), True), ("league-edit", _("Settings"), page.may_edit)]
    return held_context(page, "league", page.league, tab, tabs, **more)


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
