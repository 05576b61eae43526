"""The deal of the day: today's table, those of earlier days, and their lines."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import missing_is_404
from games.attempts.services.attempts import play_turn, resign_attempt
from games.core.board_state import number_asked
from gipf_engine.messages import Message, Refused
from play.core.web_visitors import player_of
from play.models import DayDeal
from play.solitaires.pages.practice import turn_of, version_of
from play.solitaires.queries.days import day_page, find_day, line_page, past_days, published_draw, read_day
from play.solitaires.services.days import begin_day, today
from players.models import Account

DAYS_A_PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
def day(request: HttpRequest) -> HttpResponse:
    """Today's deal; a turn is sent to the same address."""
    if request.method != "POST":
        return _show_day(request)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    account, attempt_id = _own_or_404(request)
    try:
        token, version = turn_of(request)
        play_turn(attempt_id, account, token, expect=version, advance=True)
    except Refused as refused:
        return _show_day(request, refused.message)
    return redirect("day")


@require_POST
@login_required
def begin(request: HttpRequest) -> HttpResponse:
    """Begin one's attempt at today's deal."""
    person = player_of(request)
    if person is None or not isinstance(request.user, Account):
        return redirect("day")
    try:
        begin_day(request.user, person)
    except Refused as refused:
        return _show_day(request, refused.message)
    return redirect("day")


@require_POST
@login_required
def resign(request: HttpRequest) -> HttpResponse:
    """Give up today's deal."""
    account, attempt_id = _own_or_404(request)
    try:
        resign_attempt(attempt_id, account, expect=version_of(request))
    except Refused as refused:
        return _show_day(request, refused.message)
    return redirect("day")


def _own_or_404(request: HttpRequest) -> tuple[Account, int]:
    """The account and its attempt at today's deal."""
    deal, person = find_day(today()), player_of(request)
    own = day_page(deal, person).own if deal is not None and person is not None else None
    if own is None or not isinstance(request.user, Account):
        raise Http404
    return request.user, own.pk


def _show_day(request: HttpRequest, refusal: Message | None = None) -> HttpResponse:
    deal, person = find_day(today()), player_of(request)
    page = None if deal is None else day_page(deal, person, address=reverse("day"))
    context = {"page": page, "today": today(), "person": person, "refusal": refusal}
    return render(request, "play/solitaires/day.html", context, status=400 if refusal else 200)


@require_safe
def days(request: HttpRequest) -> HttpResponse:
    """Every day so far, newest first."""
    page = Paginator(past_days(), DAYS_A_PAGE).get_page(number_asked(request, "page") or 1)
    return render(request, "play/solitaires/days.html", {"days": page})


@require_safe
def past(request: HttpRequest, text: str) -> HttpResponse:
    """An earlier day: its table, its lines, and the draw that anybody can check."""
    deal = _day_or_404(text)
    if deal.day == today():
        return redirect("day")
    page = day_page(deal, player_of(request))
    return render(request, "play/solitaires/day_past.html", {"page": page})


@require_safe
def draw(request: HttpRequest, text: str) -> HttpResponse:
    """The published draw of a day that is over, for `checkdraw`."""
    document = published_draw(_day_or_404(text))
    if document is None:
        raise Http404
    return JsonResponse(document)


@require_safe
def line(request: HttpRequest, text: str, attempt_id: int) -> HttpResponse:
    """Somebody's line on the deal of a day that is over, at `?ply=`."""
    with missing_is_404():
        page = line_page(_day_or_404(text), attempt_id, number_asked(request, "ply"))
    if page is None:
        raise Http404
    return render(request, "play/solitaires/line.html", {"page": page})


def _day_or_404(text: str) -> DayDeal:
    with missing_is_404():
        return read_day(text)
