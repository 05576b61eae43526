"""The round that arbiters alone see: looked at, and what its buttons do."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.web import status_of
from players.permissions import require
from players.roles import Permission
from tournaments.core.loader import load
from tournaments.core.pages import event_context, get_visible_event
from tournaments.core.queries.event_header import event_head
from tournaments.models import Event, RoundDraft
from tournaments.rounds.api import round_drafts as drafts
from tournaments.rounds.forms.round_drafts import KINDS, ScheduleForm, numbered
from tournaments.rounds.queries.round_drafts import draft_page


@require_safe
@never_cache
def draft(request: HttpRequest, event_id: int) -> HttpResponse:
    """The draft as it is, with what speaks against it, and what can be done."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    return _show_draft(request, event)


def _show_draft(request: HttpRequest, event: Event, schedule: Form | None = None) -> HttpResponse:
    rows = load(event)
    page = draft_page(rows)
    if page is None:
        raise Http404
    seated = [side.entry for board in page.boards for side in (board.white, board.black) if side is not None]
    more = {
        "page": page,
        "idle": numbered(page.idle),
        "seated": numbered(sorted(seated, key=lambda entry: entry.number or 0)),
        "everybody": numbered(sorted([*seated, *page.idle], key=lambda entry: entry.number or 0)),
        "kinds": KINDS,
        "schedule": schedule or ScheduleForm(time_zone=event.time_zone, initial={"version": page.version}),
    }
    context = event_context(event_head(event, request.user), "event-desk", **more)
    return render(request, "tournaments/rounds/draft.html", context, status=status_of(schedule))


class ScheduleRound(drafts.ScheduleRound):
    """When the draft is published, in the event's time zone."""

    form_class = ScheduleForm

    def form(self) -> Form:
        return self.make_form(time_zone=self.event.time_zone)

    def show(self, form: Form) -> HttpResponse:
        return _show_draft(self.request, self.event, form)

    def say(self, form: Form, made: RoundDraft) -> str:
        return (
            _("It will be published at that time.") if made.publish_at else _("It will not be published automatically.")
        )


ACTIONS: dict[str, Any] = {
    "new": drafts.PairDraft,
    "begin": drafts.BeginHandPairing,
    "step": drafts.TakeHandStep,
    "end": drafts.EndHandPairing,
    "abandon": drafts.AbandonHandPairing,
    "publish": drafts.PublishDraft,
    "schedule": ScheduleRound,
    "discard": drafts.DiscardDraft,
}
"""What can be done with a draft, by the last part of the address."""
