"""The pages of practice and of the deal of the day."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import RefusalsShown, missing_is_404, posted_data, status_of
from games.attempts.services.attempts import play_turn, resign_attempt
from games.core.board_state import number_asked
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from play.core.web_visitors import player_of
from play.models import DayDeal
from play.solitaires.forms import PracticeForm, StepForm, TurnForm
from play.solitaires.guests import GuestGame
from play.solitaires.queries.days import day_page, find_day, line_page, past_days, published_draw, read_day
from play.solitaires.queries.practice import open_practice, practice_page
from play.solitaires.queries.statistics import statistics_of
from play.solitaires.queries.streaks import streak_of
from play.solitaires.services.days import begin_day, today
from play.solitaires.services.practice import find_deal
from play.solitaires.services.practice_attempts import begin_practice
from play.solitaires.stored import StoredGame
from players.core import limits
from players.core.client_address import reader_of
from players.models import Account, Person

Game = GuestGame | StoredGame
STEPS = ("undo", "resign", "hint")
"""What can be done with a deal beside turns, as its address names it."""

_INCOMPLETE = Message(_("The form arrived incomplete. Choose your turn again."))


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a deal, or go on with one that was begun."""
    form = PracticeForm(posted_data(request), initial={"rules": "guowuguan-gwg"})
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            return _begin(request, **form.input)
    person = player_of(request)
    context = {
        "form": form,
        "person": person,
        "begun": open_practice(person) if person else (),
        **_day_context(person),
        "guest": None if person else GuestGame.of(request),
    }
    return render(request, "play/solitaires/practice.html", context, status=status_of(form))


def _begin(request: HttpRequest, rules: str, **wanted: Any) -> HttpResponse:
    """Begin the deal that was wanted: `options`, `number` and `seed` as the form read them."""
    limits.PRACTICE_DEALS.take_from(request)
    person = player_of(request)
    if person is not None and isinstance(request.user, Account):
        return redirect("practice-attempt", begin_practice(request.user, person, rules, **wanted).pk)
    before = GuestGame.of(request)
    deal = find_deal(rules, **wanted, besides=[before.deal.pk] if before else ())
    GuestGame.begin(deal).keep(request)
    return redirect("practice-table")


# --- the table of a deal: of the session for guests, by id for accounts ---------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest) -> HttpResponse:
    """The deal that the session holds; a turn is sent to the same address."""
    game = GuestGame.of(request)
    return redirect("practice") if game is None else _play_turn(request, game)


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, action: str) -> HttpResponse:
    """Take back, give up, ask for a hint, in the session's deal. Reading the address leads back to the table."""
    game = GuestGame.of(request)
    if action not in STEPS:
        raise Http404
    return redirect("practice") if game is None else _step(request, game, action)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def attempt(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """The account's own deal; a turn is sent to the same address."""
    return _play_turn(request, _own_or_404(request, attempt_id))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def attempt_step(request: HttpRequest, attempt_id: int, action: str) -> HttpResponse:
    """Take back, give up, ask for a hint, in the account's own deal."""
    if action not in STEPS:
        raise Http404
    return _step(request, _own_or_404(request, attempt_id), action)


def _own_or_404(request: HttpRequest, attempt_id: int) -> StoredGame:
    if not isinstance(request.user, Account):
        raise Http404
    with missing_is_404():
        return StoredGame.of(request.user, attempt_id)


def _play_turn(request: HttpRequest, game: Game) -> HttpResponse:
    if request.method != "POST":
        return _show_practice(request, game)
    return _change(request, game, lambda: game.play(*turn_of(request)))


def _step(request: HttpRequest, game: Game, action: str) -> HttpResponse:
    if request.method != "POST":
        return redirect(game.address)

    def change() -> Game:
        version = version_of(request)
        if action == "hint":
            return game.hint(reader_of(request), request.user)
        return game.undo(version) if action == "undo" else game.resign(version)

    return _change(request, game, change)


def _change(request: HttpRequest, game: Game, change: Callable[[], Game]) -> HttpResponse:
    try:
        change().keep(request)
    except Refused as refused:
        return _show_practice(request, game, refused.message)
    return redirect(game.address)


def _show_practice(request: HttpRequest, game: Game, refusal: Message | None = None) -> HttpResponse:
    page = practice_page(
        game.deal,
        game.played,
        given_up=game.given_up,
        address=game.address,
        version=game.version,
        reader=request.user,
        times=game.times,
    )
    context = {"page": page, "steps": {name: game.step_address(name) for name in STEPS}, "refusal": refusal}
    return render(request, "play/solitaires/table.html", context, status=400 if refusal else 200)


def turn_of(request: HttpRequest) -> tuple[str, int]:
    """The turn that was sent and the version that it counts from. Raises Refused."""
    form = TurnForm(request.POST)
    if not form.is_valid():
        raise Refused(_INCOMPLETE)
    return form.cleaned_data["turn"], form.cleaned_data["version"]


def version_of(request: HttpRequest) -> int:
    """The version that a form was shown. Raises Refused."""
    form = StepForm(request.POST)
    if not form.is_valid():
        raise Refused(_INCOMPLETE)
    version: int = form.cleaned_data["version"]
    return version


# --- one's own statistics --------------------------------------------------------------------------------


@require_safe
@login_required
def statistics(request: HttpRequest) -> HttpResponse:
    """How often one has won, and in how many rounds beside the solver."""
    person = player_of(request)
    return render(
        request, "play/solitaires/statistics.html", {"rows": statistics_of(person) if person else (), "person": person}
    )


DAYS_A_PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
def day(request: HttpRequest) -> HttpResponse:
    """Today's deal; a turn is sent to the same address."""
    if request.method != "POST":
        return _show_day(request)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    account, attempt_id = _own_of_today_or_404(request)

    def play() -> None:
        token, version = turn_of(request)
        play_turn(attempt_id, account, token, expect=version, advance=True)

    return _after(request, play)


@require_POST
@login_required
def begin(request: HttpRequest) -> HttpResponse:
    """Begin one's attempt at today's deal."""
    person, account = player_of(request), request.user
    if person is None or not isinstance(account, Account):
        return redirect("day")
    return _after(request, partial(begin_day, account, person))


@require_POST
@login_required
def resign(request: HttpRequest) -> HttpResponse:
    """Give up today's deal."""
    account, attempt_id = _own_of_today_or_404(request)
    return _after(request, lambda: resign_attempt(attempt_id, account, expect=version_of(request)))


def _after(request: HttpRequest, act: Callable[[], object]) -> HttpResponse:
    """Do something with today's deal, and show it, with the refusal where it was refused."""
    try:
        act()
    except Refused as refused:
        return _show_day(request, refused.message)
    return redirect("day")


def _own_of_today_or_404(request: HttpRequest) -> tuple[Account, int]:
    """The account and its attempt at today's deal."""
    deal, person = find_day(today()), player_of(request)
    own = day_page(deal, person).own if deal is not None and person is not None else None
    if own is None or not isinstance(request.user, Account):
        raise Http404
    return request.user, own.pk


def _show_day(request: HttpRequest, refusal: Message | None = None) -> HttpResponse:
    person = player_of(request)
    context = _day_context(person) | {"person": person, "refusal": refusal}
    return render(request, "play/solitaires/day.html", context, status=400 if refusal else 200)


def _day_context(person: Person | None) -> dict[str, Any]:
    """Today's deal as the reader sees it, None where none is drawn, and the streak."""
    day = today()
    deal = find_day(day)
    page = None if deal is None else day_page(deal, person, address=reverse("day"))
    return {"page": page, "today": day, "streak": streak_of(person, day) if person else None}


@require_safe
def days(request: HttpRequest) -> HttpResponse:
    """Every day so far, newest first."""
    page = Paginator(past_days(), DAYS_A_PAGE).get_page(number_asked(request, "page") or 1)
    return render(request, "play/solitaires/days.html", {"days": page})


@require_safe
def past(request: HttpRequest, text: str) -> HttpResponse:
    """An earlier day: its table, its lines, and the draw that anyone can check."""
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
    """A person's line on the deal of a day that is over, at `?ply=`."""
    with missing_is_404():
        page = line_page(_day_or_404(text), attempt_id, number_asked(request, "ply"))
    if page is None:
        raise Http404
    return render(request, "play/solitaires/line.html", {"page": page})


def _day_or_404(text: str) -> DayDeal:
    with missing_is_404():
        return read_day(text)
