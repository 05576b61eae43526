"""The page of numbers that the games of a list propose, and the button that adopts them."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from gipf_engine.ratings.fitting import FEWEST_GAMES
from players.core.limits import take_heavy
from players.core.pages import refusals_lead_to
from players.permissions import require
from players.roles import Permission
from ratings.core.visible_pools import pool_or_404
from ratings.fitting.queries import (
    MOST_GAMES,
    MOST_SHOWN,
    can_be_fitted,
    changed_players,
    count_games,
    is_too_long,
    shown_parameters,
)
from ratings.fitting.services import adopt_fit, fit_or_ask


@require_safe
def fitted_parameters(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Which numbers fit the games of a list, how much better they predict, and whom they would change."""
    pool = pool_or_404(pool_id)
    require(request.user, Permission.EDIT_CLUB, pool.scope)
    tried = fit_or_ask(pool, partial(take_heavy, request))
    proposal = tried.proposal if tried else None
    games = count_games(pool, MOST_GAMES + 1)
    changes = changed_players(pool, proposal.ratings) if proposal else []
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "system_name": pool.system_name,
        "games": games,
        "needed": FEWEST_GAMES,
        "has_parameters": can_be_fitted(pool.rating_system),
        "is_too_long": is_too_long(pool, games) or (tried is not None and proposal is None),
        "proposal": proposal,
        "rows": shown_parameters(pool.rating_system, proposal) if proposal else [],
        "changes": changes[:MOST_SHOWN],
        "more_changes": max(len(changes) - MOST_SHOWN, 0),
    }
    return render(request, "ratings/fitting/fitted_parameters.html", known)


@require_POST
@refusals_lead_to("rating-fit", "pool_id")
def adopt(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Give the list the numbers that were shown."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Permission.EDIT_CLUB, pool.scope)
    adopt_fit(pool.pk, account, request.POST.get("digest", "")[:64])
    messages.success(request, gettext("Adopted. The list is being recalculated."))
    return redirect("pool", pool.pk)
