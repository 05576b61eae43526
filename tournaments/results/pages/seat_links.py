"""Result slips with a link for each seat, and the page on which whoever holds one reports, without an account."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.qr_codes import qr_code
from common.web import TOO_MANY, RefusalsShown, done_response, posted_data, status_of
from games.models import Game
from games.results.forms import ReportForm
from gipf_engine.rules.possible_results import possible_results
from players.core.pages import wait_text
from players.core.rate_limit import TooMany
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import dead_link, event_context, get_visible_event, refusals_shown
from tournaments.core.queries.event_header import event_head
from tournaments.models import PairedGame, Round
from tournaments.rate_limit import SEAT_LINK_REPORTS
from tournaments.results.queries.seat_links import LinkDead, seat_page, slips_of
from tournaments.results.services import seat_links


@require_safe
@never_cache
def slips(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The slips of a round, to be printed and cut: for arbiters, since whoever has a slip can report."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.DECIDE_RESULT, event.scope)
    round_ = get_object_or_404(Round, event=event, number=number)
    context = event_context(event_head(event, request.user), "event-desk", **slips_context(request, round_))
    return render(request, "tournaments/results/slips.html", context)


def slips_context(request: HttpRequest, round_: Round) -> dict[str, Any]:
    """What the list of slips (parts/slips.html) takes."""
    slips = [
        (slip, qr_code(request.build_absolute_uri(reverse("seat-link", args=[slip.token]))))
        for both in slips_of(round_)
        for slip in both
    ]
    return {"number": round_.number, "slips": slips, "codes": possible_results(round_.event).reported}


@require_POST
@refusals_shown
def revoke(request: HttpRequest, event_id: int, game_id: int) -> HttpResponse:
    """Let the link of a seat work no more, because its slip is lost or somebody else has it."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.DECIDE_RESULT, event.scope)
    game = get_object_or_404(Game.objects.filter(paired__pairing__round__event=event), pk=game_id)
    number = Round.objects.get(pairings__paired_games__game=game).number
    try:
        seat_links.revoke_link(event.pk, account, game.pk, request.POST.get("seat", ""))
    except PairedGame.DoesNotExist:
        raise Http404 from None
    message = _("The link is revoked. The slip here has a new one: print it again.")
    return done_response(request, message, "event-slips", event.pk, number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, token: str) -> HttpResponse:
    """The game of a link, what was said of its result, and buttons to report it from the seat of the link."""
    form = ReportForm(posted_data(request))
    try:
        page = seat_page(token)
        if request.method == "POST" and form.is_valid():
            SEAT_LINK_REPORTS.take(f"{page.game.pk} {page.seat}")
            with RefusalsShown(form):
                values = form.cleaned_data
                seat_links.report_by_link(token, values["result"], words=values["reason"])
                return done_response(request, _("Your report is saved."), "seat-link", token)
    except LinkDead as dead:
        return dead_link(request, dead.message, is_signed=dead.is_signed)
    except TooMany as many:
        form.add_error(None, wait_text(many.seconds))
        response = render(request, "tournaments/results/seat_link.html", _context(page, form), status=TOO_MANY)
        response["Retry-After"] = str(many.seconds)
        return response
    return render(request, "tournaments/results/seat_link.html", _context(page, form), status=status_of(form))


def _context(page: Any, form: ReportForm) -> dict[str, Any]:
    return {"page": page, "form": form, "event": page.event, "club": page.game.club, "possible": page.possible}
