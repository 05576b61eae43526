"""Accounts of a club's people, and who holds which role."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.journal.models import Scope
from common.web import done_response, posted_data, try_service
from players import scope_labels, services
from players.identity import account_of
from players.models import Account, Club, Grant, RoleOffer
from players.permissions import may, require_person
from players.queries import role_offers
from players.roles import PERMISSION_NAMES, PERMISSIONS, ROLE_HELP, ROLE_NAMES, Permission, Role
from players.services import OneTimeLink
from players.web.forms import GrantForm, LinkForm, NewAccountForm
from players.web.views import base
from players.web.views.base import GET_OR_POST

MOST_SCOPES = 60
"""The club itself and its newest events; who wants to be arbiter of an older one is made it in the club."""


# --- accounts of people -----------------------------------------------------------------------------------


@never_cache
@require_http_methods(GET_OR_POST)
def new_account(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """An account for a person of the club: made anew, or one that is there."""
    organiser, club = base.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = base.person_in(club, person_id)
    require_person(organiser, shown)
    if account_of(shown) is not None:
        return redirect("club-person", slug, shown.pk)
    linking = "link" in request.POST
    new = NewAccountForm(None if linking else posted_data(request))
    link = LinkForm(request.POST if linking else None, auto_id="link_%s")
    made: list[OneTimeLink] = []

    def make() -> None:
        made.append(services.create_account(actor=organiser, club=club, person=shown, **new.cleaned_data))

    def tie() -> None:
        services.link_account(actor=organiser, account_id=link.cleaned_data["username"].pk, person_id=shown.pk)

    if request.method == "POST" and linking and try_service(link, tie):
        return done_response(request, _("The account belongs to this person now."), "club-person", slug, shown.pk)
    if request.method == "POST" and not linking and try_service(new, make):
        return _show_link(request, club, made[0])
    context = base.club_context(request, club, "club-people", form=new, link=link, person=shown)
    return base.page(request, "players/account_new.html", context)


def _show_link(request: HttpRequest, club: Club, link: OneTimeLink) -> HttpResponse:
    return base.render_once(
        request, "players/link_shown.html", base.club_context(request, club, "club-people", link=link)
    )


@require_POST
@base.refusals_lead_to("club-person", "slug", "person_id")
def password_link(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """A one-time link for a person's account, shown this once."""
    organiser, club, account = _account_in(request, slug, person_id)
    link = services.password_link(actor=organiser, account_id=account.pk)
    return _show_link(request, club, link)


@require_POST
@base.refusals_lead_to("club-person", "slug", "person_id")
def switch(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Switch a person's account on or off."""
    organiser, _club, account = _account_in(request, slug, person_id)
    on = request.POST.get("on") == "1"
    services.switch_account(actor=organiser, account_id=account.pk, on=on)
    text = _("The account is switched on.") if on else _("The account is switched off.")
    return done_response(request, text, "club-person", slug, person_id)


@require_POST
def unlink(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Untie an account from the person."""
    organiser, _club, account = _account_in(request, slug, person_id)
    services.link_account(actor=organiser, account_id=account.pk, person_id=None)
    return done_response(request, _("The account belongs to nobody now."), "club-person", slug, person_id)


def _account_in(request: HttpRequest, slug: str, person_id: int) -> tuple[Account, Club, Account]:
    """The reader, the club, and the account of a person of it; else 404."""
    organiser, club = base.club_for(request, slug, Permission.MANAGE_PEOPLE)
    account = account_of(base.person_in(club, person_id))
    if account is None:
        raise Http404
    return organiser, club, account


# --- roles ------------------------------------------------------------------------------------------------


@require_http_methods(GET_OR_POST)
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who holds which role in the club and its events; giving one."""
    organiser, club = base.club_for(request, slug, Permission.GIVE_ROLES)
    form = _grant_form(organiser, club, posted_data(request))
    given: list[Grant | RoleOffer] = []
    if request.method == "POST" and try_service(form, lambda: given.append(_give(organiser, form))):
        is_offer = isinstance(given[0], RoleOffer)
        text = _("The role is offered. It holds once it is accepted.") if is_offer else _("The role is given.")
        return done_response(request, text, "club-roles", slug)
    return _roles_page(request, organiser, club, form)


def _roles_page(
    request: HttpRequest, organiser: Account, club: Club, form: GrantForm, organiser_form: NewAccountForm | None = None
) -> HttpResponse:
    held = _grants(organiser, club).select_related("account__person__merged_into", "scope")
    places = {club.scope: 0, "server": 2}
    rows = sorted(held, key=lambda one: (places.get(one.scope.key, 1), -one.scope_id, one.role, one.account.username))
    offered = list(role_offers.offers_of(club))
    labels = scope_labels.labels({grant.scope.key for grant in rows} | {offer.scope.key for offer in offered})
    context = base.club_context(
        request,
        club,
        "club-roles",
        grants=[(grant, _(ROLE_NAMES[Role(grant.role)]), labels[grant.scope.key]) for grant in rows],
        offers=[(offer, _(ROLE_NAMES[Role(offer.role)]), labels[offer.scope.key]) for offer in offered],
        help=[
            (
                _(ROLE_NAMES[role]),
                _(ROLE_HELP[role]),
                [_(PERMISSION_NAMES[each]) for each in Permission if each in PERMISSIONS[role]],
            )
            for role in Role
        ],
        form=form,
        organiser_form=organiser_form or NewAccountForm(auto_id="organiser_%s"),
    )
    return base.page(request, "players/roles.html", context)


def _grants(organiser: Account, club: Club) -> QuerySet[Grant]:
    """Every role in the club and below it, and for administrators those of the server."""
    where = Q(scope__key=club.scope) | Q(scope__parent__key=club.scope)
    if may(organiser, Permission.MANAGE_SERVER, "server"):
        where |= Q(scope__key="server")
    return Grant.objects.filter(where)


def _grant_form(organiser: Account, club: Club, data: QueryDict | None = None) -> GrantForm:
    given = [Role.ARBITER, Role.ORGANISER]
    if may(organiser, Permission.MANAGE_SERVER, "server"):
        given += [Role.MODERATOR, Role.ADMINISTRATOR]
    keys = [scope.key for scope in _scopes(organiser, club)]
    labels = scope_labels.labels(keys)
    choices = [(key, labels[key].name if key != "server" else _("the whole server")) for key in keys]
    return GrantForm(data, roles=given, scopes=choices, initial={"scope": club.scope})


def _scopes(organiser: Account, club: Club) -> list[Scope]:
    """The club, its newest events, and for administrators the server."""
    own = Scope.objects.filter(key=club.scope)
    below = Scope.objects.filter(parent__key=club.scope, key__startswith="event:", hidden=False).order_by("-pk")[
        :MOST_SCOPES
    ]
    above = (
        Scope.objects.filter(key="server")
        if may(organiser, Permission.MANAGE_SERVER, "server")
        else Scope.objects.none()
    )
    return [*own, *below, *above]


def _give(organiser: Account, form: GrantForm) -> Grant | RoleOffer:
    given = form.cleaned_data
    return services.grant(actor=organiser, account=given["username"], role=Role(given["role"]), scope=given["scope"])


@require_POST
@base.refusals_lead_to("club-roles", "slug")
def revoke(request: HttpRequest, slug: str, grant_id: int) -> HttpResponse:
    """Take a role back."""
    organiser, club = base.club_for(request, slug, Permission.GIVE_ROLES)
    get_object_or_404(_grants(organiser, club), pk=grant_id)
    services.revoke(actor=organiser, grant_id=grant_id)
    return done_response(request, _("The role is taken back."), "club-roles", slug)


@never_cache
@require_POST
def new_organiser(request: HttpRequest, slug: str) -> HttpResponse:
    """An account for a fellow organiser who does not play."""
    organiser, club = base.club_for(request, slug, Permission.GIVE_ROLES)
    form = NewAccountForm(request.POST, auto_id="organiser_%s")
    made: list[OneTimeLink] = []

    def make() -> None:
        made.append(services.create_account(actor=organiser, club=club, as_organiser=True, **form.cleaned_data))

    if try_service(form, make):
        return _show_link(request, club, made[0])
    return _roles_page(request, organiser, club, _grant_form(organiser, club), form)
