"""The page of the systems by which one list is rated side by side. For organisers of its club, or administrators."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from common.translation import translate_message
from common.web import BAD_INPUT, OK, REFUSED, RefusalsShown, done_response
from players.core.pages import refusals_lead_to
from players.permissions import require
from players.roles import Permission
from ratings.core.visible_pools import pool_or_404
from ratings.models import Pool
from ratings.pools.forms import AddedSystemForm
from ratings.pools.services.side_by_side import add_system, choose_main, remove_system


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
