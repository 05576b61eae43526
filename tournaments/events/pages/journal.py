"""The journal of an event: its whole length in parts, filtered and searched, and as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.translation import translate_message
from players.core.pagination import page_of
from tournaments.core.pages import as_csv, as_file, event_context, get_visible_event, rows_for, whole_tables_bounded
from tournaments.core.queries.events import event_head
from tournaments.events.forms.journal import JournalForm
from tournaments.journal.queries import journal_pages
from tournaments.journal.queries.journal_pages import JournalLines
from tournaments.models import Event
from tournaments.rate_limit import admission


@require_safe
@never_cache
@whole_tables_bounded
def journal(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who did what, when and why, and what it was before: what `?q=`, `?kind=` and `?round=` ask for."""
    event = get_visible_event(request, event_id)
    head, form = event_head(event, request.user), JournalForm(request.GET)
    lines = JournalLines(rows_for(head), request.user, form.wanted)
    tab = "event-desk" if head.may_run else "event-info"
    query = request.GET.copy()
    query.pop("page", None)
    more = {"form": form, "part": page_of(request, lines), "query": query.urlencode()}
    return render(request, "tournaments/events/journal.html", event_context(head, tab, **more))


@require_safe
@never_cache
def journal_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The lines that are asked for, for a spreadsheet."""
    event, lines = _asked_for(request, event_id)
    return as_csv(journal_pages.journal_csv(event, lines[:], translate_message), event, "journal")


@require_safe
@never_cache
def journal_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """The lines that are asked for, for programs."""
    event, lines = _asked_for(request, event_id)
    document = journal_pages.journal_json(event, lines[:], translate_message)
    answer = JsonResponse(document, json_dumps_params={"indent": 1, "ensure_ascii": False})
    return as_file(answer, event, "journal.json")


def _asked_for(request: HttpRequest, event_id: int) -> tuple[Event, JournalLines]:
    event = get_visible_event(request, event_id)
    admission(request)()  # it is not kept
    rows = rows_for(event_head(event, request.user))
    return event, JournalLines(rows, request.user, JournalForm(request.GET).wanted)
