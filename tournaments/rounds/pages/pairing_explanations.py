"""Leaving an explanation that takes long to a worker."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gipf_engine.messages import gettext_noop
from players.core.rate_limit import TooMany
from players.roles import Permission
from tournaments.core.pages import account_of, get_visible_event, refusals_shown, too_many
from tournaments.rate_limit import EXPLANATIONS_ASKED_FOR
from tournaments.rounds.forms.rounds import ExplainForm
from tournaments.rounds.queries.pairing_explanations import WHOLE_ROUND
from tournaments.rounds.services import pairing_explanations

LATER = gettext_noop("You have asked for many explanations. Ask for more in an hour.")


@require_POST
@refusals_shown
def explain(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Ask for the reasons of a round, or, with `one` and `two`, why these did not meet."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    if not event.rounds.filter(number=number).exists():
        raise Http404
    two = _two_in(request)
    try:
        EXPLANATIONS_ASKED_FOR.take(str(account.pk))
    except TooMany as many:
        return too_many(request, event, LATER, many)
    pairing_explanations.ask_for_explanation(event.pk, account, number, two)
    messages.success(request, _("It is being calculated in the background. The answer will appear here."))
    page = reverse("event-round", args=[event.pk, number])
    return redirect(page if two == WHOLE_ROUND else f"{page}?{urlencode({'one': two[0], 'two': two[1]})}#why-not")


def _two_in(request: HttpRequest) -> tuple[int, int]:
    """The two pairing numbers that the form carried; the whole round where it carried none. Anything else is a 400."""
    form = ExplainForm(request.POST)
    if not form.is_valid():
        raise BadRequest("one, two")
    return (form.input["one"], form.input["two"]) if form.input else WHOLE_ROUND
