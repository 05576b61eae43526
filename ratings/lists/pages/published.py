"""Pages of published lists: which there are, one of them, and what two versions of it differ in."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from common.csv import Cell, to_csv
from gipf_engine.messages import Message
from gipf_engine.ratings import System, system_for
from players.core.pages import refusals_lead_to
from players.core.pagination import page_of
from players.permissions import may, require
from players.roles import Permission
from ratings.core.visible_pools import pool_or_404
from ratings.lists.queries.dated_lists import compare_lists, dated_lists, find_list, list_rows
from ratings.lists.services import request_lists
from ratings.models import Pool, RatingList

BIGGEST = 2**31


@require_safe
def published_lists(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Every list of a pool that was published, the newest first; by whichever system was the club's rating then."""
    pool = pool_or_404(pool_id)
    if not pool.is_main:
        return redirect("rating-lists", pool.main.pk)
    lists = dated_lists(pool)
    known = _about(pool) | {
        "part": page_of(request, lists),
        "several_systems": len({each.newest.system for each in lists}) > 1,
        "may_request": bool(pool.publishes) and may(request.user, Permission.EDIT_CLUB, pool.scope),
    }
    known["may_set"] = may(request.user, Permission.EDIT_CLUB, pool.scope)
    return render(request, "ratings/lists/lists.html", known)


@require_POST
@refusals_lead_to("rating-lists", "pool_id")
def request_publication(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Publish corrections of old lists without waiting for the next month."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Permission.EDIT_CLUB, pool.scope)
    request_lists(pool.pk, account)
    messages.success(request, gettext("All lists are being compared with the games. Corrected ones appear here."))
    return redirect("rating-lists", pool.pk)


@require_safe
def published_list(request: HttpRequest, pool_id: int, number: int, version: int) -> HttpResponse:
    """One list as it was published."""
    pool = pool_or_404(pool_id)
    listed = _list_or_404(pool, number, version)
    newest = find_list(pool, number)
    known = _about(pool) | {
        "listed": listed,
        "newest": newest if newest != listed else None,
        "values": [value for value in _system(listed).values if value.listed],
        "system_name": Message(_system(listed).name),
        "part": page_of(request, list_rows(listed)),
        "address": request.build_absolute_uri(request.path),
    }
    return render(request, "ratings/lists/dated_list.html", known)


@require_safe
def published_list_csv(request: HttpRequest, pool_id: int, number: int, version: int) -> HttpResponse:
    """A published list for spreadsheets. Heads are in English, for programs."""
    pool = pool_or_404(pool_id)
    listed = _list_or_404(pool, number, version)
    head: list[Cell] = ["rank", "id", "name", "country", "rating", "provisional", "games", "rated_on"]
    head += [value.key for value in _system(listed).values if value.listed]
    lines: list[list[Cell]] = [
        [
            *(row.rank, row.person_id, row.name, row.country, row.value, int(row.provisional)),
            *(row.games, row.rated_on.isoformat()),
            *(detail.decimal for detail in row.details),
        ]
        for row in list_rows(listed)
    ]
    answer = HttpResponse(to_csv([head, *lines]), content_type="text/csv; charset=utf-8")
    name = f"ratings-{pool.pk}-{listed.dated.isoformat()}-{listed.number}.{listed.version}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
def list_difference(request: HttpRequest, pool_id: int, number: int, version: int) -> HttpResponse:
    """How a version of a list differs from the one before it, and why."""
    pool = pool_or_404(pool_id)
    newer = _list_or_404(pool, number, version)
    if version == 1:
        raise Http404
    found = compare_lists(_list_or_404(pool, number, version - 1), newer)
    known = _about(pool) | {"found": found, "listed": newer, "part": page_of(request, found.rows)}
    return render(request, "ratings/lists/list_difference.html", known)


def _about(pool: Pool) -> dict[str, object]:
    return {"pool": pool, "club": pool.club, "rules_name": pool.name}


def _system(listed: RatingList) -> System:
    return system_for(listed.system, listed.parameters)


def _list_or_404(pool: Pool, number: int, version: int) -> RatingList:
    found = find_list(pool, number, version) if max(number, version) < BIGGEST else None
    if found is None:
        raise Http404
    return found
