"""Who holds which role in a club."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.journal.models import Scope
from common.web import done_response, posted_data, try_service
from players import scope_labels
from players.core import pages
from players.core.forms import NewAccountForm
from players.core.pages import GET_OR_POST
from players.grants.forms import GrantForm
from players.grants.queries import offers_of
from players.grants.services import grants
from players.models import Account, Club, Grant, RoleOffer
from players.permissions import may
from players.roles import PERMISSION_NAMES, PERMISSIONS, ROLE_HELP, ROLE_NAMES, Permission, Role

MOST_SCOPES = 60
"""The club itself and its newest events; who wants to be arbiter of an older one is made it in the club."""


@require_http_methods(GET_OR_POST)
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who holds which role in the club and its events; giving one."""
    organiser, club = pages.club_for(request, slug, Permission.GIVE_ROLES)
    form = grant_form(organiser, club, posted_data(request))
    given: list[Grant | RoleOffer] = []
    if request.method == "POST" and try_service(form, lambda: given.append(_give(organiser, form))):
        is_offer = isinstance(given[0], RoleOffer)
        text = _("Role offered. It takes effect once accepted.") if is_offer else _("The role is given.")
        return done_response(request, text, "club-roles", slug)
    return roles_page(request, organiser, club, form)


def roles_page(
    request: HttpRequest, organiser: Account, club: Club, form: GrantForm, organiser_form: NewAccountForm | None = None
) -> HttpResponse:
    held = _grants(organiser, club).select_related("account__person__merged_into", "scope")
    places = {club.scope: 0, "server": 2}
    rows = sorted(held, key=lambda one: (places.get(one.scope.key, 1), -one.scope_id, one.role, one.account.username))
    offered = list(offers_of(club))
    labels = scope_labels.labels({grant.scope.key for grant in rows} | {offer.scope.key for offer in offered})
    context = pages.club_context(
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
    return pages.page(request, "players/grants/roles.html", context)


def _grants(organiser: Account, club: Club) -> QuerySet[Grant]:
    """Every role in the club and below it, and for administrators those of the server."""
    where = Q(scope__key=club.scope) | Q(scope__parent__key=club.scope)
    if may(organiser, Permission.MANAGE_SERVER, "server"):
        where |= Q(scope__key="server")
    return Grant.objects.filter(where)


def grant_form(organiser: Account, club: Club, data: QueryDict | None = None) -> GrantForm:
    given = [Role.ARBITER, Role.SCORER, Role.ORGANISER]
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
    return grants.grant(actor=organiser, account=given["username"], role=Role(given["role"]), scope=given["scope"])


@require_POST
@pages.refusals_lead_to("club-roles", "slug")
def revoke(request: HttpRequest, slug: str, grant_id: int) -> HttpResponse:
    """Take a role back."""
    organiser, club = pages.club_for(request, slug, Permission.GIVE_ROLES)
    get_object_or_404(_grants(organiser, club), pk=grant_id)
    grants.revoke(actor=organiser, grant_id=grant_id)
    return done_response(request, _("Role revoked."), "club-roles", slug)
