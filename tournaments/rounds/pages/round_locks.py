"""A round is locked when its results are in; unlocking it takes a reason."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data, status_of
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import event_context, get_visible_event, refusals_shown, version_in
from tournaments.core.queries.event_header import event_head
from tournaments.models import Round
from tournaments.rounds.forms.rounds import UnlockForm
from tournaments.rounds.services import round_locks


@require_POST
@refusals_shown
def lock(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Let no result of the round change any more."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    try:
        round_locks.lock_round(event.pk, account, number, expect=version_in(request))
    except Round.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("Round %(round)d is locked.") % {"round": number}, "event-desk", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def unlock(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Let results of the round change again, with a reason."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    round_ = get_object_or_404(Round, event=event, number=number)
    form = UnlockForm(posted_data(request), initial={"version": round_.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form):
            round_locks.unlock_round(event.pk, account, number, reason=data["reason"], expect=data["version"])
            message = _("Round %(round)d is unlocked.") % {"round": number}
            return done_response(request, message, "event-desk", event.pk)
    context = event_context(event_head(event, request.user), "event-desk", form=form, number=number)
    return render(request, "tournaments/rounds/unlock.html", context, status=status_of(form))
