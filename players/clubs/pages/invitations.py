"""Invitations to clubs, leaving a club, and which club looks after the account."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from common.web import done_response, need_valid
from gipf_engine.messages import Refused
from players.clubs.forms import AnswerForm, HomeForm
from players.clubs.queries.clubs import home_choices
from players.clubs.services import homes
from players.clubs.services.homes import choose_home
from players.clubs.services.invitations import accept_invitation, decline_invitation, withdraw_invitation
from players.clubs.services.memberships import leave_club
from players.core import pages
from players.identity import account_of, person_of
from players.models import Account, Club, Invitation
from players.permissions import home_club, may_answer_for
from players.roles import Permission


@require_POST
def answer(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Accept or decline an invitation, for oneself or for a person without an account whom one looks after."""
    reader = pages.require_signed_in(request)
    invitation = get_object_or_404(Invitation.objects.select_related("person__merged_into", "club"), pk=invitation_id)
    if not may_answer_for(reader, invitation.person):
        raise Http404
    back = _where_answered(reader, invitation)
    form = AnswerForm(request.POST)
    try:
        need_valid(form)
        if form.cleaned_data["answer"] == "accept":
            accept_invitation(actor=reader, invitation_id=invitation_id, **form.input)
        else:
            decline_invitation(actor=reader, invitation_id=invitation_id)
    except Refused as refused:
        return pages.refused_response(request, refused, *back)
    accepted = form.cleaned_data["answer"] == "accept"
    return done_response(request, _("Membership saved.") if accepted else _("Invitation declined."), *back)


def _where_answered(reader: Account, invitation: Invitation) -> tuple[str, ...]:
    """The page on which this reader finds the invitation."""
    person = invitation.person.merged_into or invitation.person
    if account_of(person) == reader:
        return ("account",)
    home = home_club(person)
    return ("club-people", home.slug) if home is not None else ("home",)


@require_POST
@pages.refusals_lead_to("club-people", "slug")
def withdraw(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Take back an invitation that the club sent."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    get_object_or_404(Invitation, pk=invitation_id, club=club)
    withdraw_invitation(actor=organiser, invitation_id=invitation_id)
    return done_response(request, _("The invitation is withdrawn."), "club-people", slug)


@require_POST
@pages.refusals_lead_to("account")
def home(request: HttpRequest) -> HttpResponse:
    """Choose which of the own clubs looks after the account."""
    reader = pages.require_signed_in(request)
    person = person_of(reader)
    if person is None:
        raise Http404
    clubs = home_choices(reader)
    form = HomeForm(request.POST, clubs=clubs)
    need_valid(form)
    choose_home(account=reader, club=next((each for each in clubs if each.slug == form.input["club"]), None))
    return done_response(request, _("Changes saved."), "account")


@require_POST
@pages.refusals_lead_to("account")
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a club today."""
    reader, club = pages.require_signed_in(request), get_object_or_404(Club, slug=slug)
    person = person_of(reader)
    if person is None:
        raise Http404
    leave_club(actor=reader, club=club, person_id=person.pk, until=timezone.localdate())
    return done_response(request, _("You are no longer a member of this club."), "account")


@require_POST
@pages.refusals_lead_to("club-person", "slug", "person_id")
def assign_home(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """An administrator of the server lets the club look after a member."""
    administrator, club = pages.club_for(request, slug, Permission.MANAGE_SERVER)
    shown = pages.person_in(club, person_id)
    homes.assign_home(actor=administrator, person_id=shown.pk, club=club)
    return done_response(request, _("Changes saved."), "club-person", slug, shown.pk)
