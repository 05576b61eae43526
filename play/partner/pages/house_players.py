"""House players of a club: adding and removing them, and starting a game with one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.web import done_response, posted_data, try_service
from gipf_engine.messages import Refused
from play.partner.forms import HousePlayerForm
from play.partner.queries import house_player_rows
from play.partner.services.house_players import (
    MOST_GAMES,
    add_house_player,
    begin_house_player_game,
    remove_house_player,
)
from players.core import pages
from players.core.pages import GET_OR_POST
from players.models import HousePlayer
from players.roles import Permission


@require_http_methods(GET_OR_POST)
def house_players(request: HttpRequest, slug: str) -> HttpResponse:
    """The house players of a club, and a new one. For those who look after its people."""
    officer, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    form = HousePlayerForm(posted_data(request))
    if request.method == "POST" and try_service(form, lambda: add_house_player(actor=officer, club=club, new=form.new)):
        return done_response(request, _("House player added."), "club-house-players", slug)
    known = {"form": form, "rows": house_player_rows(club), "most": MOST_GAMES}
    context = pages.club_context(request, club, "club-house-players", **known)
    return pages.page(request, "play/partner/house_players.html", context)


@require_POST
def remove(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """A house player plays for the club no more."""
    officer, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    try:
        remove_house_player(actor=officer, club=club, person_id=person_id)
    except HousePlayer.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("House player removed. Running games continue."), "club-house-players", slug)


@require_POST
def play(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """A member starts a game with a house player: one press, rated or casual."""
    account = pages.require_signed_in(request)
    house_player = get_object_or_404(HousePlayer.objects.select_related("club"), pk=person_id, club__slug=slug)
    try:
        game = begin_house_player_game(account, house_player.pk, rated=request.POST.get("rated") == "1")
    except Refused as refused:
        return pages.refused_response(request, refused, "club", slug)
    return redirect("play-game", game.game.pk)
