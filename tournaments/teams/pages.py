"""The pages of teams that everyone reads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.models import Account
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EventData
from tournaments.core.pages import event_context, get_visible_event, rows_for
from tournaments.core.queries.events import EventHead, event_head
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.models import Event
from tournaments.teams.line_ups import is_captain
from tournaments.teams.queries.desk import may_have_bye, takes_late_teams
from tournaments.teams.queries.teams import players_of, team_page

UNTIL_THE_END = (*BEFORE_START, Event.State.RUNNING)


@require_safe
def teams(request: HttpRequest, event_id: int) -> HttpResponse:
    """All teams with their players; those who may register players change them here before the start."""
    head, rows = _find(request, event_id)
    more = {
        "teams": [(team, players_of(rows, team)) for team in rows.teams],
        "may_change": head.may_enter_players and head.event.state in BEFORE_START,
        "may_run": head.may_enter_players and head.event.state in UNTIL_THE_END,
        "may_add_late": head.may_enter_players and takes_late_teams(rows),
        "without_team": [entry for entry in rows.entries if entry.id not in rows.team_of],
    }
    return render(request, "tournaments/teams/teams.html", event_context(head, "event-players", **more))


@require_safe
def team(request: HttpRequest, event_id: int, team_id: int) -> HttpResponse:
    """A team with its players and matches; its captain is led to the line-ups that are wanted."""
    head, rows = _find(request, event_id)
    if team_id not in rows.team_by_id:
        raise Http404
    shown = rows.team_by_id[team_id]
    hands_in = isinstance(request.user, Account) and is_captain(rows, request.user, shown)
    wanted = [
        round_.number for round_ in rows.rounds if any(shown.id in match.teams for match in round_.waiting_matches)
    ]
    running = head.event.state == Event.State.RUNNING
    more = {
        "page": team_page(rows, shown, whole=head.may_run),
        "wanted": wanted if hands_in or head.may_run else [],
        "byes": shown.byes if hands_in or head.may_enter_players else (),
        "may_ask_bye": (hands_in or head.may_enter_players) and may_have_bye(rows, shown),
        "may_change": head.may_enter_players and head.event.state in UNTIL_THE_END and not shown.withdrawn,
        "may_withdraw": head.may_run and running,
    }
    return render(request, "tournaments/teams/team.html", event_context(head, "event-players", **more))


def _find(request: HttpRequest, event_id: int) -> tuple[EventHead, EventData]:
    event = get_visible_event(request, event_id)
    if not is_for_teams(event.format):
        raise Http404
    head = event_head(event, request.user)
    return head, rows_for(head)
