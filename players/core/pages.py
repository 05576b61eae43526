"""What the pages of this app share: finding the club and the person, tabs, forms, refusals."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.web import BAD_INPUT, OK, TOO_MANY, Tab, status_of_refusal, tabs_of
from gipf_engine.messages import Refused
from players.core.queries.records import canonical_ids, record_ids
from players.core.rate_limit import TooMany
from players.models import Account, Club, Membership, Person
from players.permissions import NotAllowed, require, roles_in
from players.roles import PERMISSIONS, Permission

View = Callable[..., HttpResponse]
GET_OR_POST = ["GET", "HEAD", "POST"]
PERSON = "clubs/<slug:slug>/people/<int:person_id>"
"""The address of a person as a club sees them."""
SECONDS_IN_WORDS = 100
"""Shorter waits are told in seconds, longer ones in minutes."""


def require_signed_in(request: HttpRequest) -> Account:
    """Who is signed in; NotAllowed (which asks to sign in) for no one."""
    if not isinstance(request.user, Account):
        raise NotAllowed(Permission.READ_JOURNAL, "account")
    return request.user


def club_for(request: HttpRequest, slug: str, permission: Permission) -> tuple[Account, Club]:
    """The club of the page and its reader, who may do `permission` there; else 404 or NotAllowed."""
    club = get_object_or_404(Club, slug=slug)
    return require(request.user, permission, club.scope), club


def person_in(club: Club, person_id: int) -> Person:
    """The person that `person_id` stands for, who is or was a member of `club`; else 404."""
    root = canonical_ids([person_id]).get(person_id)
    if root is None or not Membership.objects.filter(person__in=record_ids(root), club=club).exists():
        raise Http404
    return Person.objects.get(pk=root)


def club_context(request: HttpRequest, club: Club, current: str, **more: Any) -> dict[str, Any]:
    """What every template about running a club needs."""
    return {"club": club, "tabs": club_tabs(request, club, current), **more}


def club_tabs(request: HttpRequest, club: Club, current: str) -> list[Tab]:
    """The pages for those who run the club, as far as the reader may open them."""
    wanted = [
        ("club-people", _("People"), Permission.MANAGE_PEOPLE),
        ("club-joining", _("Joining"), Permission.MANAGE_PEOPLE),
        ("club-house-players", _("House players"), Permission.MANAGE_PEOPLE),
        ("club-roles", _("Roles"), Permission.GIVE_ROLES),
        ("club-settings", _("Settings"), Permission.EDIT_CLUB),
        ("club-journal", _("Journal"), Permission.READ_JOURNAL),
    ]
    allowed = {each for role in roles_in(request.user, club.scope) for each in PERMISSIONS[role]}
    shown = ((name, label) for name, label, permission in wanted if permission in allowed)
    return tabs_of(shown, current, club.slug)


def next_page(request: HttpRequest) -> str:
    """Where the reader wanted to go, if it is a page of this server; else home."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    is_here = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    if is_here and target.startswith("/"):
        return target
    return reverse(settings.LOGIN_REDIRECT_URL)


def page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = OK) -> HttpResponse:
    """A page; one with a form that was refused is a 400, unless `status` says more."""
    if status == OK and any(isinstance(value, Form) and value.errors for value in context.values()):
        status = BAD_INPUT
    return render(request, template, context, status=status)


def wait(request: HttpRequest, refused: TooMany, form: Form, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page again with what was typed, when a try came too soon: it says how long to wait."""
    form.add_error(None, wait_text(refused.seconds))
    response = page(request, template, context, status=TOO_MANY)
    response["Retry-After"] = str(refused.seconds)
    return response


def wait_text(seconds: int) -> str:
    """What to do after too many tries, in seconds or minutes."""
    if seconds < SECONDS_IN_WORDS:
        text = ngettext(
            "Too many tries. Wait %(number)d second, then try again.",
            "Too many tries. Wait %(number)d seconds, then try again.",
            seconds,
        )
        return text % {"number": seconds}
    minutes = math.ceil(seconds / 60)
    text = ngettext(
        "Too many tries. Wait %(number)d minute, then try again.",
        "Too many tries. Wait %(number)d minutes, then try again.",
        minutes,
    )
    return text % {"number": minutes}


def render_once(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page with a secret on it, which no cache may keep."""
    response = render(request, template, context)
    add_never_cache_headers(response)
    return response


def refusals_lead_to(to: str, *names: str) -> Callable[[View], View]:
    """Answer a refusal that a view does not show at a form with a page that says why, and leads back.

    It leads to the page `to`, whose arguments are those of the view called `names`.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Refused as refused:
                return refused_response(request, refused, to, *(kwargs[name] for name in names))

        return answer

    return decorate


def refused_response(request: HttpRequest, refused: Refused, to: str, *args: Any) -> HttpResponse:
    """A page that says why it was not done, and leads back."""
    context = {"why": refused.message, "back": reverse(to, args=args)}
    return render(request, "players/core/refused.html", context, status=status_of_refusal(refused))
