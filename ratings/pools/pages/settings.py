"""Pages on which organisers set what a list is rated by: its own numbers, and its system before it has published."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from common.journal.services import SERVER
from common.web import BAD_INPUT, OK, REFUSED, RefusalsShown, done_response
from gipf_engine.messages import Message
from players.models import Club
from players.permissions import require
from players.roles import Permission
from ratings.core.queries.lists import undecided
from ratings.core.visible_pools import pool_or_404
from ratings.pools.forms import ParametersForm, SystemForm
from ratings.pools.services.pools import choose_system, set_parameters


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, pool_id: int) -> HttpResponse:
    """A list's own numbers, for the organisers of its club or the administrators of the server."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Permission.EDIT_CLUB, pool.scope)
    system = pool.rating_system
    form = ParametersForm(request.POST or None, pool=pool)
    if form.is_valid():
        values = dict(form.input)
        set_parameters(pool.pk, account, values.pop("parameters"), **values)
        messages.success(request, gettext("Saved. The list is being recalculated."))
        return redirect("pool", pool.pk)
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "system_name": Message(system.name),
        "undecided": pool.coverage in undecided(pool.club),
        "form": form,
    }
    return render(request, "ratings/pools/settings.html", known, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def choose_server_system(request: HttpRequest) -> HttpResponse:
    """By which system a list of the whole server is rated, before its first event."""
    return _choose_system(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
def choose_club_system(request: HttpRequest, slug: str) -> HttpResponse:
    """By which system a list of a club is rated, before its first event."""
    return _choose_system(request, get_object_or_404(Club, slug=slug))


def _choose_system(request: HttpRequest, club: Club | None) -> HttpResponse:
    account = require(request.user, Permission.EDIT_CLUB, club.scope if club else SERVER)
    form = SystemForm(request.POST or None, lists=undecided(club), initial=request.GET.dict())
    status = BAD_INPUT if form.is_bound else OK
    if form.is_valid():
        status = REFUSED
        with RefusalsShown(form, "system"):
            pool = choose_system(form.input["rules"], club, account, form.input["system"])
            return done_response(
                request, gettext("Saved. These are the settings of the list."), "pool-settings", pool.pk
            )
    return render(request, "ratings/pools/choose_system.html", {"club": club, "form": form}, status=status)
