"""Settings of a list, its systems, and its recomputes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal.services import SERVER
from common.translation import translate_message
from common.web import BAD_INPUT, OK, REFUSED, RefusalsShown, done_response
from gipf_engine.messages import Message
from players.core.pages import refusals_lead_to
from players.core.pagination import page_of
from players.models import Club
from players.permissions import require
from players.roles import Permission
from ratings.core.queries.lists import undecided
from ratings.core.visible_pools import pool_or_404
from ratings.models import Pool
from ratings.pools.forms import AddedSystemForm, ParametersForm, SystemForm
from ratings.pools.queries import runs_of
from ratings.pools.services.pools import choose_system, set_parameters
from ratings.pools.services.side_by_side import add_system, choose_main, remove_system


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


@require_http_methods(["GET", "HEAD", "POST"])
def pool_systems(request: HttpRequest, pool_id: int) -> HttpResponse:
    """The systems of a list, and a form for another one."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Permission.EDIT_CLUB, pool.scope)
    taken = set(pool.side_by_side.values_list("system", flat=True))
    form = AddedSystemForm(request.POST if request.method == "POST" else None, taken=taken)
    status = BAD_INPUT if form.is_bound else OK
    if form.is_valid():
        status = REFUSED
        with RefusalsShown(form, "system"):
            added = add_system(pool.pk, account, form.input["system"])
            message = gettext("Added. These are its settings; its ratings are being computed.")
            return done_response(request, message, "pool-settings", added.pk)
    return _show_systems(request, pool, form, status)


@require_POST
def make_main(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Call a system the club's rating, or the server's."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Permission.EDIT_CLUB, pool.scope)
    choose_main(pool.pk, account)
    message = gettext("%(system)s is the rating now.") % {"system": translate_message(pool.system_name)}
    messages.success(request, message)
    return redirect("pool-systems", pool.pk)


@require_POST
@refusals_lead_to("pool-systems", "pool_id")
def remove(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Take a system out of its list."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Permission.EDIT_CLUB, pool.scope)
    main = remove_system(pool.pk, account)
    messages.success(request, gettext("Removed."))
    return redirect("pool-systems", main.pk)


def _show_systems(request: HttpRequest, pool: Pool, form: AddedSystemForm, status: int) -> HttpResponse:
    systems = list(pool.side_by_side)
    known = {
        "pool": pool,
        "main": systems[0],
        "club": pool.club,
        "rules_name": pool.name,
        "systems": systems,
        "form": form,
    }
    return render(request, "ratings/pools/systems.html", known, status=status)


@require_safe
def pool_runs(request: HttpRequest, pool_id: int) -> HttpResponse:
    """When a list was recomputed, from where, and what came of it. For those who may set its parameters."""
    pool = pool_or_404(pool_id)
    require(request.user, Permission.EDIT_CLUB, pool.scope)
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "part": page_of(request, list(runs_of(pool))),
    }
    return render(request, "ratings/pools/runs.html", known)
