"""The lobby: one's own games, challenges, and taking them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.translation import translate_message
from common.web import REFUSED, RefusalsShown, done_response, posted_data, status_of
from engine.messages import Refused
from play.models import Challenge
from play.queries import challenge_row, lobby_page
from play.queries.lobby import other_colour
from play.services import close_challenge, find_challenge, open_challenge, take_challenge
from play.services.challenges import MOST_OPEN
from play.web.challenge_forms import ChallengeForm
from play.web.lobby_form import LobbyForm
from play.web.views.practice import player_of
from players.models import Account, Person
from players.queries import canonical_ids


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Your games, and who wants to play; `?rules=`, `?clock=` and so on look for some of them."""
    return _show(request)


def _show(request: HttpRequest, refusal: str = "", status: int | None = None) -> HttpResponse:
    person, form = player_of(request), LobbyForm(request)
    known = {"page": lobby_page(person, form.wanted), "form": form, "person": person, "refusal": refusal}
    return render(request, "play/lobby.html", known, status=status or status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a challenge; `?opponent=` is the person whom it is for."""
    opponent = _opponent(request)
    form = ChallengeForm(posted_data(request), opponent=opponent)
    if request.method == "POST" and form.is_valid():
        assert isinstance(request.user, Account)
        with RefusalsShown(form):
            made = open_challenge(request.user, form.challenge)
            if made.audience == Challenge.Audience.LINK:
                return redirect("play-link", made.token)
            return done_response(request, _("Your challenge is open."), "play")
    known = {"form": form, "opponent": opponent, "person": player_of(request), "most": MOST_OPEN}
    return render(request, "play/challenge_new.html", known, status=status_of(form))


def _opponent(request: HttpRequest) -> Person | None:
    text = request.GET.get("opponent", "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Http404
    asked = int(text)
    person = Person.objects.filter(pk=canonical_ids([asked]).get(asked, asked), erased_at=None).first()
    if person is None:
        raise Http404
    return person


@require_POST
@login_required
def take(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Take a challenge: the game begins."""
    assert isinstance(request.user, Account)
    challenge = _found(request.user, challenge_id)
    try:
        game = take_challenge(request.user, challenge)
    except Refused as refused:
        return _show(request, translate_message(refused.message), REFUSED)
    return redirect("play-game", game.game.pk)


@require_POST
@login_required
def close(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Withdraw or decline a challenge."""
    assert isinstance(request.user, Account)
    close_challenge(request.user, _found(request.user, challenge_id))
    return done_response(request, _("The challenge is closed."), "play")


def _found(account: Account, challenge_id: int) -> Challenge:
    try:
        return find_challenge(account, challenge_id)
    except (Challenge.DoesNotExist, OverflowError):
        raise Http404 from None


@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A challenge, for whoever has its link."""
    challenge = Challenge.objects.select_related("challenger__merged_into", "game").filter(token=token).first()
    if challenge is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        if not isinstance(request.user, Account):
            return redirect(f"{reverse('sign-in')}?next={request.path}")
        try:
            return redirect("play-game", take_challenge(request.user, challenge).game.pk)
        except Refused as refused:
            refusal = translate_message(refused.message)
    known = {
        "row": challenge_row(challenge),
        "colour": other_colour(challenge),
        "is_open": challenge.is_open,
        "own": player_of(request) == (challenge.challenger.merged_into or challenge.challenger),
        "address": request.build_absolute_uri(request.path),
        "refusal": refusal,
    }
    return render(request, "play/challenge.html", known, status=REFUSED if refusal else 200)
