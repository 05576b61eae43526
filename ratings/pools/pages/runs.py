"""The page of a list's recomputes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.core.pagination import page_of
from players.permissions import require
from players.roles import Permission
from ratings.core.visible_pools import pool_or_404
from ratings.pools.queries.runs import runs_of


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
