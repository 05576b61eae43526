"""Practice: choosing a deal, and the table of one that is kept with the browser's session."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from common.web import RefusalsShown, posted_data, status_of
from engine.messages import Message, Refused
from engine.messages import gettext_noop as _
from play.queries import practice_page
from play.services import ask_hint, deal_by_chance, deal_by_number
from play.web.forms import PracticeForm, StepForm, TurnForm
from play.web.guests import GuestGame
from players.models import Account
from players.rate_limit import Allowance, address_of

DEALS = Allowance("practice-deals", tries=60, seconds=3600)
"""So many deals an hour for one account, or one address of guests."""
STEPS = ("undo", "resign", "hint")
"""What can be done with a deal beside turns, as its address names it."""

_INCOMPLETE = Message(_("This form did not arrive in full. Choose your turn again."))


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a deal, or go on with the one that was begun."""
    form = PracticeForm(posted_data(request), initial={"rules": "guowuguan-gwg"})
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            return _begin(request, form.cleaned_data["rules"], form.cleaned_data["number"])
    context = {"form": form, "begun": GuestGame.of(request)}
    return render(request, "play/practice.html", context, status=status_of(form))


def _begin(request: HttpRequest, rules: str, number: int | None) -> HttpResponse:
    DEALS.take(_asker(request))
    before = GuestGame.of(request)
    besides = [before.deal.pk] if before else []
    deal = deal_by_chance(rules, besides) if number is None else deal_by_number(rules, number)
    GuestGame.begin(deal).keep(request)
    return redirect("practice-table")


def _asker(request: HttpRequest) -> str:
    """Who is counted where something is bounded."""
    return f"account-{request.user.pk}" if isinstance(request.user, Account) else f"address-{address_of(request)}"


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest) -> HttpResponse:
    """The deal that the session holds; a turn is sent to the same address."""
    game = GuestGame.of(request)
    if game is None:
        return redirect("practice")
    if request.method != "POST":
        return _show(request, game)
    return _change(request, game, lambda: game.play(*_turn_of(request)))


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, action: str) -> HttpResponse:
    """Take back, give up, ask for a hint. Reading the address leads back to the table."""
    game = GuestGame.of(request)
    if action not in STEPS:
        raise Http404
    if game is None or request.method != "POST":
        return redirect("practice" if game is None else "practice-table")

    def change() -> GuestGame:
        version = _version_of(request)
        if action == "hint":
            ask_hint(game.deal, game.played, _asker(request))
            return game
        return game.undo(version) if action == "undo" else game.resign(version)

    return _change(request, game, change)


def _change(request: HttpRequest, game: GuestGame, change: Callable[[], GuestGame]) -> HttpResponse:
    try:
        change().keep(request)
    except Refused as refused:
        return _show(request, game, refused.message)
    return redirect("practice-table")


def _show(request: HttpRequest, game: GuestGame, refusal: Message | None = None) -> HttpResponse:
    address = reverse("practice-table")
    page = practice_page(game.deal, game.played, given_up=game.given_up, address=address, version=game.version)
    steps = {name: reverse("practice-step", args=[name]) for name in STEPS}
    context = {"page": page, "steps": steps, "refusal": refusal}
    return render(request, "play/table.html", context, status=400 if refusal else 200)


def _turn_of(request: HttpRequest) -> tuple[str, int]:
    form = TurnForm(request.POST)
    if not form.is_valid():
        raise Refused(_INCOMPLETE)
    return form.cleaned_data["turn"], form.cleaned_data["version"]


def _version_of(request: HttpRequest) -> int:
    form = StepForm(request.POST)
    if not form.is_valid():
        raise Refused(_INCOMPLETE)
    version: int = form.cleaned_data["version"]
    return version
