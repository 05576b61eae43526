"""The public pages of medleys: standings of one game."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.core.hidden_standings import need_shown
from tournaments.core.medleys import games_of, is_medley, names_of_games
from tournaments.core.pages import conditional_get, event_context, get_visible_event, refusals_shown, rows_for
from tournaments.core.queries.events import event_head
from tournaments.medleys.queries.by_game import table_of_game


@require_safe
@partial(conditional_get, state_of=lambda _event: "")
@refusals_shown
def standings_of_game(request: HttpRequest, event_id: int, rules: str) -> HttpResponse:
    """Who did how well in one game of a medley, and with which colours."""
    event = get_visible_event(request, event_id)
    if not is_medley(event) or rules not in games_of(event):
        raise Http404
    head = event_head(event, request.user)
    rows = rows_for(head)
    need_shown(rows, whole=head.may_run)
    more = {"table": table_of_game(rows, rules), "games": names_of_games(event)}
    return render(request, "tournaments/medleys/standings.html", event_context(head, "event", **more))
