"""A form that is out of date: its page as it is now, filled in as it was typed, with what was done meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from common.journal.services import Stale
from gipf_engine.messages import Refused
from gipfel.views import errors
from players.permissions import NotAllowed
from tournaments.core.loader import load
from tournaments.journal.queries.journal_entries import EntryRow, journal_entries
from tournaments.models import Event

STATUS = 409
FIELDS = ("version", "drawn")
"""Hidden fields that say what a page showed."""


@dataclass(frozen=True)
class Meanwhile:
    """What was done since the page was shown: lines of the event's journal, newest first, and its time zone."""

    lines: Sequence[EntryRow] = ()
    time_zone: str = "UTC"


class _StaleRequest(HttpRequest):
    """A request whose form is out of date: the template that is drawn again shows what was done."""

    meanwhile: Meanwhile


def stale_form(request: HttpRequest, stale: Stale) -> HttpResponse:
    """409: nothing was stored. Sent again from this page, the form counts from what the page shows now.

    A form with a page of its own is shown on it again; one that is a button of another page, on a page of its own.
    """
    typed = request.POST.copy()
    for field in FIELDS:
        if field in typed:
            typed[field] = str(stale.found)
    setattr(request, "POST", typed)  # noqa: B010  typed as what cannot be changed
    cast(_StaleRequest, request).meanwhile = meanwhile(stale)
    answer = None if errors.wants_json(request) else _page_of_form(request)
    if answer is None:
        answer = errors.page(
            request,
            STATUS,
            _("Another arbiter was faster"),
            _("The page has changed in the meantime, and nothing was saved. Check it before you send it again."),
            again=errors.came_from(request),
            resend=errors.Resend.of(request),
        )
    return answer


def meanwhile(stale: Stale) -> Meanwhile:
    """What the journal says of it."""
    kind, _colon, number = stale.key.partition(":")
    event = Event.objects.filter(pk=int(number)).first() if kind == "event" else None
    if event is None or not stale.lines:
        return Meanwhile()
    return Meanwhile(journal_entries(load(event), versions=stale.lines), event.time_zone)


def _page_of_form(request: HttpRequest) -> HttpResponse | None:
    """The page that the form stands on, asked for anew while `request.POST` keeps what was typed; None without one."""
    match, method = request.resolver_match, request.method
    if match is None:
        return None
    request.method = "GET"
    try:
        answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except (Http404, NotAllowed, Refused, Stale):  # what the form was about is gone
        return None
    finally:
        request.method = method
    if answer.status_code not in (200, 400):
        return None
    answer.status_code = STATUS
    return answer
