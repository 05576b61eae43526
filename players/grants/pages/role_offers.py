"""Offers of roles: answered by the owner of the account, withdrawn by the club; and giving up a role that one has."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from common.web import done_response, need_valid
from players.core import pages
from players.grants.forms import RoleAnswerForm
from players.grants.services.grants import give_up_role
from players.grants.services.role_offers import accept_role, decline_role, withdraw_role_offer
from players.models import Grant, RoleOffer
from players.roles import Permission


@require_POST
@pages.refusals_lead_to("account")
def answer(request: HttpRequest, offer_id: int) -> HttpResponse:
    """Accept or decline a role that the own account was offered."""
    reader = pages.require_signed_in(request)
    get_object_or_404(RoleOffer, pk=offer_id, account=reader)
    form = RoleAnswerForm(request.POST)
    need_valid(form)
    accepted = form.cleaned_data["answer"] == "accept"
    if accepted:
        accept_role(account=reader, offer_id=offer_id)
    else:
        decline_role(account=reader, offer_id=offer_id)
    return done_response(request, _("The role is yours.") if accepted else _("Role declined."), "account")


@require_POST
@pages.refusals_lead_to("account")
def give_up(request: HttpRequest, grant_id: int) -> HttpResponse:
    """Lay down a role of the own account."""
    reader = pages.require_signed_in(request)
    get_object_or_404(Grant, pk=grant_id, account=reader)
    give_up_role(account=reader, grant_id=grant_id)
    return done_response(request, _("You no longer have this role."), "account")


@require_POST
@pages.refusals_lead_to("club-roles", "slug")
def withdraw(request: HttpRequest, slug: str, offer_id: int) -> HttpResponse:
    """Take back an offer of the club."""
    organiser, club = pages.club_for(request, slug, Permission.GIVE_ROLES)
    get_object_or_404(RoleOffer, pk=offer_id, club=club, declined_at=None)
    withdraw_role_offer(actor=organiser, offer_id=offer_id)
    return done_response(request, _("The offer is withdrawn."), "club-roles", slug)
