"""What players answered when they registered, for organisers alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import as_csv, event_context, get_visible_event, rows_for
from tournaments.core.queries.events import EventHead, event_head
from tournaments.entries.questions import answer_words, answers_csv, answers_table


def _head(request: HttpRequest, event_id: int) -> EventHead:
    event = get_visible_event(request, event_id)
    require(request.user, Permission.ENTER_PLAYERS, event.scope)
    return event_head(event, request.user)


@never_cache
@require_safe
def answers(request: HttpRequest, event_id: int) -> HttpResponse:
    """The players and those who wait, with what each answered."""
    head = _head(request, event_id)
    table = answers_table(rows_for(head))
    lines = [
        (row, [answer_words(*each) for each in zip(table.questions, row.answers, strict=True)]) for row in table.rows
    ]
    context = event_context(head, "event-players", questions=table.questions, lines=lines)
    return render(request, "tournaments/entries/answers.html", context)


@never_cache
@require_safe
def answers_file(request: HttpRequest, event_id: int) -> HttpResponse:
    """What players and those who wait have answered, as CSV."""
    head = _head(request, event_id)
    return as_csv(answers_csv(answers_table(rows_for(head))), head.event, "answers")
