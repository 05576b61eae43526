"""The all-time table of a club as a page and as CSV."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.csv import Cell, to_csv
from common.web import file_response
from players.models import Club
from tournaments.all_time.queries import AllTimeLine, all_time_table, followed_versions, games_played
from tournaments.core.formats import game_names
from tournaments.core.saved_event import decimal
from tournaments.models import Event
from tournaments.rate_limit import admission

LINES_A_PAGE = 100


def _all_time_table(request: HttpRequest, club: Club) -> tuple[str, list[str], list[AllTimeLine]]:
    """The game that `?game=` asks for ("" for all), those that were played, and the table."""
    game, known = request.GET.get("game", ""), games_played(club)
    if game and game not in known:
        raise Http404
    return game, known, all_time_table(club, game, admission(request))


@require_safe
@never_cache
def all_time(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has most points of all games of the club, and who won most events."""
    club = get_object_or_404(Club, slug=slug)
    versions = followed_versions(club)  # before the table: what happens meanwhile is followed
    game, known, lines = _all_time_table(request, club)
    names = game_names()
    choices = [("", _("All games"), not game), *((key, names.get(key, key), key == game) for key in known)]
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    events = Event.objects.filter(club=club, state=Event.State.CLOSED).count()
    context = {"club": club, "page": page, "choices": choices if len(known) > 1 else [], "game": game}
    context |= {"events": events, "versions": versions}
    return render(request, "tournaments/all_time/all_time.html", context | {"first": lines[0] if lines else None})


@require_safe
@never_cache
def all_time_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole table for spreadsheets."""
    club = get_object_or_404(Club, slug=slug)
    _game, _known, lines = _all_time_table(request, club)
    rows: list[list[Cell]] = [["rank", "name", "games", "won", "drawn", "lost", "points", "events", "events_won"]]
    for line in lines:
        tally = line.tally
        rows.append(
            [
                line.row.rank, line.name, tally.games, tally.won, tally.drawn, tally.lost, decimal(tally.points),
                tally.events, tally.first,
            ]
        )  # fmt: skip
    return file_response(to_csv(rows), "text/csv; charset=utf-8", f"{club.slug}-all-time.csv")
