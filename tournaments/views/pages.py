"""The public tabs of an event: standings, pairings, players, games, cross table, information."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.formats import format_of, is_predetermined
from tournaments.models import Event
from tournaments.queries.crosstables import cross_grid_of
from tournaments.queries.deals import draws_beside
from tournaments.queries.events import game_rows, points_said
from tournaments.queries.heads import event_head
from tournaments.queries.players import player_rows
from tournaments.queries.rounds import round_page, schedule_ahead
from tournaments.queries.standings import standings
from tournaments.standings import tie_break
from tournaments.views.frame import event_context, rows_for, seen_event, unchanged_while_quiet

STARTED = (Event.State.RUNNING, Event.State.CLOSED)


@require_safe
@unchanged_while_quiet
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Standings; before the start, what is planned and who is entered."""
    shown = seen_event(request, event_id)
    head = event_head(shown, request.user)
    if shown.state not in STARTED:
        rows = rows_for(head)
        more = {"entries": len(rows.entries), "rounds": rows.rounds_total}
        return render(request, "tournaments/announced.html", event_context(head, "event", **more))
    table = standings(shown, head.version)
    return render(request, "tournaments/standings.html", event_context(head, "event", table=table))


@require_safe
def pairings(request: HttpRequest, event_id: int) -> HttpResponse:
    """The round that was paired last, or, before, the first one."""
    shown = seen_event(request, event_id)
    return redirect("event-round", shown.pk, max(shown.rounds.count(), 1))


@require_safe
@unchanged_while_quiet
def event_round(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The boards of a round, or what a fixed schedule foresees for it."""
    shown = seen_event(request, event_id)
    head = event_head(shown, request.user)
    rows = rows_for(head)
    ahead = [each.number for each in schedule_ahead(rows)]
    page = round_page(rows, number)
    if page is None and number != 1:
        raise Http404
    more = {
        "page": page,
        "number": number,
        "rounds": [*range(1, len(rows.rounds) + 1), *ahead],
        "is_last": number == len(rows.rounds) and shown.state == Event.State.RUNNING,
        "explained": format_of(shown.format).explain(),
        "two_games": shown.games_per_round > 1,
        "draws": draws_beside(rows, number),
    }
    return render(request, "tournaments/round.html", event_context(head, "event-pairings", **more))


@require_safe
def players(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who plays. Not answered by 304: ratings and clubs change without the event."""
    shown = seen_event(request, event_id)
    head = event_head(shown, request.user)
    more = {"players": player_rows(rows_for(head)), "byes_possible": not is_predetermined(shown.format)}
    return render(request, "tournaments/players.html", event_context(head, "event-players", **more))


@require_safe
@unchanged_while_quiet
def games(request: HttpRequest, event_id: int) -> HttpResponse:
    """All games, by round, and which of them have a record."""
    head = event_head(seen_event(request, event_id), request.user)
    context = event_context(head, "event-games", rounds=game_rows(rows_for(head)))
    return render(request, "tournaments/games.html", context)


@require_safe
@unchanged_while_quiet
def crosstable(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who had what against whom."""
    shown = seen_event(request, event_id)
    head = event_head(shown, request.user)
    grid = cross_grid_of(rows_for(head), head.version) if shown.state in STARTED else None
    return render(request, "tournaments/crosstable.html", event_context(head, "event-crosstable", grid=grid))


@require_safe
@unchanged_while_quiet
def info(request: HttpRequest, event_id: int) -> HttpResponse:
    """What is played, how it is paired, counted and ranked."""
    shown = seen_event(request, event_id)
    head = event_head(shown, request.user)
    rows = rows_for(head)
    more = {
        "format_said": format_of(shown.format).explain(),
        "tie_breaks": [(code, tie_break(code)) for code in shown.tie_breaks],
        "points_said": points_said(shown),
        "rounds": rows.rounds_total,
        "entries": len(rows.entries),
    }
    return render(request, "tournaments/info.html", event_context(head, "event-info", **more))
