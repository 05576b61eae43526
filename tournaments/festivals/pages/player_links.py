"""Cards with a link for each player over all sections, and the page that such a link opens."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.qr_codes import qr_code
from common.web import done_response, missing_is_404
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import dead_link
from tournaments.festivals.pages.public import festival_context
from tournaments.festivals.queries.festivals import festival_page
from tournaments.festivals.queries.player_links import PlayerLinkDead, player_cards, player_page
from tournaments.festivals.services.player_links import revoke_player_link
from tournaments.models import Festival


@require_safe
@never_cache
def links(request: HttpRequest, festival_id: int) -> HttpResponse:
    """A card for each player, to be printed and cut.

    For those who may decide results in the whole club: the one who has a card reports in all sections.
    """
    festival = get_object_or_404(Festival.objects.select_related("club"), pk=festival_id)
    require(request.user, Permission.DECIDE_RESULT, festival.scope)
    cards = [
        (card, qr_code(request.build_absolute_uri(reverse("festival-player", args=[card.token]))))
        for card in player_cards(festival)
    ]
    context = festival_context(festival_page(festival, request.user), "festival-links", cards=cards)
    return render(request, "tournaments/festivals/links.html", context)


@require_POST
def revoke(request: HttpRequest, festival_id: int, person_id: int) -> HttpResponse:
    """Let the link of a player work no more, because the card is lost or another person has it."""
    festival = get_object_or_404(Festival, pk=festival_id)
    account = require(request.user, Permission.DECIDE_RESULT, festival.scope)
    with missing_is_404():
        revoke_player_link(festival.pk, account, person_id)
    return done_response(
        request, _("Link revoked. Print the card again: it has a new link."), "festival-links", festival.pk
    )


@require_safe
@never_cache
def player(request: HttpRequest, token: str) -> HttpResponse:
    """The player's board of now in each section. Results are reported on the page of the seat, without an account."""
    try:
        page = player_page(token)
    except PlayerLinkDead as dead:
        return dead_link(request, dead.message, is_signed=dead.is_signed)
    context = {"page": page, "festival": page.festival, "club": page.festival.club}
    return render(request, "tournaments/festivals/player.html", context)
