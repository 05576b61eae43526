"""Accounts of a club's people."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.web import done_response, posted_data, try_service
from players.accounts.services import passwords
from players.accounts.services.accounts import create_account, link_account, switch_account
from players.accounts.services.passwords import OneTimeLink
from players.core import pages
from players.core.forms import LinkForm, NewAccountForm
from players.core.pages import GET_OR_POST
from players.grants.pages.roles import grant_form, roles_page
from players.identity import account_of
from players.models import Account, Club
from players.permissions import require_person
from players.roles import Permission


@never_cache
@require_http_methods(GET_OR_POST)
def new_account(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """An account for a person of the club: made anew, or one that is there."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    require_person(organiser, shown)
    if account_of(shown) is not None:
        return redirect("club-person", slug, shown.pk)
    linking = "link" in request.POST
    new = NewAccountForm(None if linking else posted_data(request))
    link = LinkForm(request.POST if linking else None, auto_id="link_%s")
    made: list[OneTimeLink] = []

    def make() -> None:
        made.append(create_account(actor=organiser, club=club, person=shown, **new.cleaned_data))

    def tie() -> None:
        link_account(actor=organiser, account_id=link.cleaned_data["username"].pk, person_id=shown.pk)

    if request.method == "POST" and linking and try_service(link, tie):
        return done_response(request, _("The account belongs to this person now."), "club-person", slug, shown.pk)
    if request.method == "POST" and not linking and try_service(new, make):
        return _show_link(request, club, made[0])
    context = pages.club_context(request, club, "club-people", form=new, link=link, person=shown)
    return pages.page(request, "players/accounts/account_new.html", context)


def _show_link(request: HttpRequest, club: Club, link: OneTimeLink) -> HttpResponse:
    return pages.render_once(
        request, "players/accounts/link_shown.html", pages.club_context(request, club, "club-people", link=link)
    )


@require_POST
@pages.refusals_lead_to("club-person", "slug", "person_id")
def password_link(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """A one-time link for a person's account, shown this once."""
    organiser, club, account = _account_in(request, slug, person_id)
    link = passwords.password_link(actor=organiser, account_id=account.pk)
    return _show_link(request, club, link)


@require_POST
@pages.refusals_lead_to("club-person", "slug", "person_id")
def switch(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Switch a person's account on or off."""
    organiser, _club, account = _account_in(request, slug, person_id)
    on = request.POST.get("on") == "1"
    switch_account(actor=organiser, account_id=account.pk, on=on)
    text = _("The account is switched on.") if on else _("The account is switched off.")
    return done_response(request, text, "club-person", slug, person_id)


@require_POST
def unlink(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Untie an account from the person."""
    organiser, _club, account = _account_in(request, slug, person_id)
    link_account(actor=organiser, account_id=account.pk, person_id=None)
    return done_response(request, _("Account unlinked."), "club-person", slug, person_id)


def _account_in(request: HttpRequest, slug: str, person_id: int) -> tuple[Account, Club, Account]:
    """The reader, the club, and the account of a person of it; else 404."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    account = account_of(pages.person_in(club, person_id))
    if account is None:
        raise Http404
    return organiser, club, account


@never_cache
@require_POST
def new_organiser(request: HttpRequest, slug: str) -> HttpResponse:
    """An account for a fellow organiser who does not play."""
    organiser, club = pages.club_for(request, slug, Permission.GIVE_ROLES)
    form = NewAccountForm(request.POST, auto_id="organiser_%s")
    made: list[OneTimeLink] = []

    def make() -> None:
        made.append(create_account(actor=organiser, club=club, as_organiser=True, **form.cleaned_data))

    if try_service(form, make):
        return _show_link(request, club, made[0])
    return roles_page(request, organiser, club, grant_form(organiser, club), form)
