"""The round that arbiters alone see: looked at, paired by hand, published, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal.services import Stale
from common.translation import translate_message
from common.web import RefusalsShown, done_response, posted_data, status_of
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown
from tournaments.core.queries.event_header import event_head
from tournaments.models import Event
from tournaments.rounds.forms.round_drafts import (
    KINDS,
    AbandonForm,
    BeginForm,
    DiscardForm,
    EndForm,
    PublishForm,
    ScheduleForm,
    StepForm,
    UnpublishForm,
    numbered,
)
from tournaments.rounds.forms.rounds import RoundForm
from tournaments.rounds.pages.refused import too_late, unreadable
from tournaments.rounds.queries.round_drafts import draft_page
from tournaments.rounds.services import deferred_pairing, hand_pairing, round_drafts

F = TypeVar("F", bound=Form)
Action = Callable[[HttpRequest, Event, Account], HttpResponse]


@require_safe
@never_cache
def draft(request: HttpRequest, event_id: int) -> HttpResponse:
    """The draft as it is, with what speaks against it, and what can be done."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    return _show_draft(request, event)


def _show_draft(request: HttpRequest, event: Event, schedule: ScheduleForm | None = None) -> HttpResponse:
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


@require_POST
@refusals_shown
def act(request: HttpRequest, event_id: int, action: str) -> HttpResponse:
    """Do something with the draft: `action` is the last part of the address."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    if action not in ACTIONS:
        raise Http404
    return ACTIONS[action](request, event, account)


def _sent_by(kind: type[F]) -> Callable[[Callable[[HttpRequest, Event, Account, F], HttpResponse]], Action]:
    """Decorator: what is done once a form of this kind is valid; what no form of ours sends has a page of its own."""

    def wrap(do: Callable[[HttpRequest, Event, Account, F], HttpResponse]) -> Action:
        def answer(request: HttpRequest, event: Event, account: Account) -> HttpResponse:
            form = kind(request.POST)
            return do(request, event, account, form) if form.is_valid() else unreadable(request, event, form)

        return answer

    return wrap


@_sent_by(RoundForm)
def _new(request: HttpRequest, event: Event, account: Account, form: RoundForm) -> HttpResponse:
    number = form.input["number"]
    try:
        made = deferred_pairing.request_round(event.pk, account, **form.input, draft=True)
    except Stale:
        return too_late(request, event, number)
    if made is None:
        message = _("Round %(round)d is being paired. It will appear here.") % {"round": number}
        return done_response(request, message, "event-desk", event.pk)
    return done_response(request, _("The round is paired. Only arbiters see it yet."), "event-draft", event.pk)


@_sent_by(BeginForm)
def _begin(request: HttpRequest, event: Event, account: Account, form: BeginForm) -> HttpResponse:
    data = form.cleaned_data
    hand_pairing.begin_hand_pairing(event.pk, account, data["number"], expect=data["version"])
    return done_response(
        request,
        _("You are pairing by hand. Players will not see your changes until you finish."),
        "event-draft",
        event.pk,
    )


@_sent_by(StepForm)
def _step(request: HttpRequest, event: Event, account: Account, form: StepForm) -> HttpResponse:
    hand_pairing.take_step(
        event.pk,
        account,
        form.step_taken(),
        expect=form.cleaned_data["version"],
        confirm=request.POST.getlist("confirm"),
    )
    return done_response(
        request, _("Done. Players will not see it until you finish pairing by hand."), "event-draft", event.pk
    )


@_sent_by(EndForm)
def _end_hand_pairing(request: HttpRequest, event: Event, account: Account, form: EndForm) -> HttpResponse:
    data, confirm = form.cleaned_data, request.POST.getlist("confirm")
    made = hand_pairing.end_hand_pairing(
        event.pk, account, reason=data["reason"], expect=data["version"], confirm=confirm
    )
    if made is None:
        return done_response(request, _("The round was changed."), "event-pairings", event.pk)
    return done_response(
        request, _("You have finished pairing by hand. The round is still a draft."), "event-draft", event.pk
    )


@_sent_by(AbandonForm)
def _abandon(request: HttpRequest, event: Event, account: Account, form: AbandonForm) -> HttpResponse:
    hand_pairing.abandon_hand_pairing(event.pk, account, expect=form.cleaned_data["version"])
    return done_response(request, _("Nothing was changed: the round is as it was."), "event-desk", event.pk)


@_sent_by(PublishForm)
def _publish(request: HttpRequest, event: Event, account: Account, form: PublishForm) -> HttpResponse:
    made = round_drafts.publish_round(
        event.pk, account, expect=form.cleaned_data["version"], confirm=request.POST.getlist("confirm")
    )
    return done_response(request, _("Round %(round)d has started.") % {"round": made.number}, "event-desk", event.pk)


def _schedule(request: HttpRequest, event: Event, account: Account) -> HttpResponse:
    form = ScheduleForm(request.POST, time_zone=event.time_zone)
    if form.is_valid():
        data, confirm = form.cleaned_data, request.POST.getlist("confirm")
        try:
            made = round_drafts.schedule_round(
                event.pk, account, data["publish_at"], expect=data["version"], confirm=confirm
            )
        except EventRefused as refused:
            if refused.field != "publish_at":
                raise
            form.add_error("publish_at", translate_message(refused.message))
        else:
            message = (
                _("It will be published at that time.")
                if made.publish_at
                else _("It will not be published automatically.")
            )
            return done_response(request, message, "event-draft", event.pk)
    return _show_draft(request, event, form)


@_sent_by(DiscardForm)
def _discard(request: HttpRequest, event: Event, account: Account, form: DiscardForm) -> HttpResponse:
    round_drafts.discard_draft(event.pk, account, expect=form.cleaned_data["version"])
    return done_response(request, _("The draft is discarded."), "event-desk", event.pk)


ACTIONS: dict[str, Action] = {
    "new": _new,
    "begin": _begin,
    "step": _step,
    "end": _end_hand_pairing,
    "abandon": _abandon,
    "publish": _publish,
    "schedule": _schedule,
    "discard": _discard,
}
"""What can be done with a draft, by the last part of the address."""


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def unpublish(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Make the last round a draft again, with a reason."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    round_ = load(event).round(number)
    if round_ is None:
        raise Http404
    form = UnpublishForm(posted_data(request), initial={"version": round_.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form):
            round_drafts.unpublish_round(event.pk, account, number, reason=data["reason"], expect=data["version"])
            return done_response(request, _("The round is a draft again."), "event-draft", event.pk)
    context = event_context(event_head(event, request.user), "event-desk", form=form, number=number)
    return render(request, "tournaments/rounds/unpublish.html", context, status=status_of(form))
