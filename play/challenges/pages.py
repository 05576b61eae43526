"""The lobby: one's own games, challenges, and taking them."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal import queries as journal
from common.qr_codes import qr_code
from common.translation import translate_message
from common.web import REFUSED, RefusalsShown, done_response, missing_is_404, posted_data, status_of
from games.models import Game
from gipf_engine.messages import Refused
from play.challenges.forms import NAME_HELP, ChallengeForm, GuestChallengeForm, LobbyForm, rules_of_two
from play.challenges.queries import challenge_row, lobby_page, other_colour
from play.challenges.quick_forms import OwnControlForm
from play.challenges.quick_queries import quick_pairing
from play.challenges.services.challenges import (
    MOST_OPEN,
    close_challenge,
    find_challenge,
    open_challenge,
    take_as_guest,
    take_challenge,
)
from play.core.acts import LOBBY
from play.core.defaults import DEFAULT_RULES
from play.core.queries import sanction_rows
from play.core.services.guests import LONGEST_NAME, as_guest
from play.core.web_visitors import (
    guest_of,
    player_at,
    player_of,
    player_of_request,
    reader_of_request,
    remember_guest,
    visitor_of,
)
from play.lessons.progress import is_new
from play.models import Challenge
from play.partner.forms import ProgramGameForm
from players.core.queries.records import canonical_ids
from players.models import Account, Person


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Your games, and who wants to play; `?rules=`, `?clock=` and so on look for some, and choose the game to play."""
    return show_lobby(request)


def show_lobby(
    request: HttpRequest, refusal: str = "", status: int | None = None, own_control: OwnControlForm | None = None
) -> HttpResponse:
    """The lobby as the reader sees it, with what was refused; `own_control` as it was filled in."""
    person, form = reader_of_request(request), LobbyForm(request)
    known = {"page": lobby_page(person, form.wanted), "form": form, "person": person, "refusal": refusal}
    account = request.user if isinstance(request.user, Account) and person is not None else None
    known |= {"quick": quick_pairing(person, account), "own_control": own_control or OwnControlForm()}
    last_game = form.chosen_rules or request.COOKIES.get("quick-game", "")
    known |= {"games_of_two": rules_of_two(), "last_game": last_game or DEFAULT_RULES}
    known["program_form"] = ProgramGameForm(None, last_game)
    known["is_new"] = is_new(request, person)
    known["sanctions"] = sanction_rows(person) if person is not None else []
    return render(request, "play/challenges/lobby.html", known, status=status or status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a challenge; `?opponent=` is the person whom it is for. Without an account, one that goes by a link."""
    opponent = _opponent(request)
    if not isinstance(request.user, Account):
        return redirect_to_login(request.get_full_path()) if opponent else _new_by_guest(request)
    form = ChallengeForm(posted_data(request), opponent=opponent)
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            made = open_challenge(request.user, form.challenge)
            if made.audience == Challenge.Audience.LINK:
                return redirect("play-link", made.token)
            return done_response(request, _("Your challenge is open."), "play")
    known = {"form": form, "opponent": opponent, "person": player_of(request), "most": MOST_OPEN}
    return render(request, "play/challenges/challenge_new.html", known, status=status_of(form))


def _new_by_guest(request: HttpRequest) -> HttpResponse:
    form = GuestChallengeForm(posted_data(request), is_known=guest_of(request) is not None)
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            made, token = as_guest(visitor_of(request), lambda guest: open_challenge(guest, form.challenge))
            return remember_guest(redirect("play-link", made.token), token)
    return render(
        request, "play/challenges/challenge_new.html", {"form": form, "by_guest": True}, status=status_of(form)
    )


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
def take(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Take a challenge: the game begins. What is looked for in the lobby stays in the address."""
    challenge = _found(request, challenge_id)
    if not _may_take(request, challenge):
        return redirect_to_login(reverse("play"))
    try:
        return _take(request, challenge)
    except Refused as refused:
        return show_lobby(request, translate_message(refused.message), REFUSED)


def _may_take(request: HttpRequest, challenge: Challenge) -> bool:
    """Whether a person is signed in, or the challenge may be taken by a guest."""
    return isinstance(request.user, Account) or challenge.guests


def _take(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    if isinstance(request.user, Account):
        return redirect("play-game", take_challenge(request.user, challenge).game.pk)
    game, token = take_as_guest(visitor_of(request), challenge)
    return remember_guest(redirect("play-game", game.game.pk), token)


@require_POST
def close(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Withdraw or decline a challenge."""
    player = player_of_request(request)
    if player is None:
        return redirect_to_login(reverse("play"))
    close_challenge(player, _found(request, challenge_id))
    return done_response(request, _("Challenge closed."), "play")


def _found(request: HttpRequest, challenge_id: int) -> Challenge:
    with missing_is_404():
        return find_challenge(player_of_request(request), challenge_id)


@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A challenge, for one who has its link. Those who play the game that came of it are led to the board."""
    challenge = Challenge.objects.select_related("challenger__merged_into", "game").filter(token=token).first()
    if challenge is None:
        raise Http404
    if challenge.game is not None and _plays(request, challenge.game):
        return redirect("play-game", challenge.game.pk)
    refusal = ""
    if request.method == "POST":
        if not _may_take(request, challenge):
            return redirect_to_login(request.path)
        try:
            return _take(request, challenge)
        except Refused as refused:
            refusal = translate_message(refused.message)
    reader, address = reader_of_request(request), request.build_absolute_uri(request.path)
    own = reader == (challenge.challenger.merged_into or challenge.challenger)
    known = {
        "row": challenge_row(challenge),
        "lobby": LOBBY,
        "version": journal.version(LOBBY),
        "colour": other_colour(challenge),
        "is_open": challenge.is_open,
        "own": own,
        "address": address,
        "picture": qr_code(address) if own else "",
        "refusal": refusal,
        "typed": request.POST.get("name", ""),
        "guest": guest_of(request),
        "name_help": NAME_HELP,
        "longest_name": LONGEST_NAME,
    }
    return render(request, "play/challenges/challenge.html", known, status=REFUSED if refusal else 200)


def _plays(request: HttpRequest, game: Game) -> bool:
    return player_at(request, game) is not None
