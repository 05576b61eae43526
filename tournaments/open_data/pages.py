"""The page of the monthly files, the files, and the names of those who are in one."""

from __future__ import annotations

import json
from datetime import date

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.computed_once import BeingComputedError
from common.stored_files import bytes_of, content_digest
from common.web import TOO_MANY
from games.core.rate_limit import take_export
from players.core.rate_limit import TooMany
from tournaments.models import OpenMonth
from tournaments.open_data.queries import find_month, finished_months, names_of_month
from tournaments.open_data.who_is_in import read_month

NEVER_KEPT = "private, no-store"
"""Of names: no cache on the way gives one out that was erased since."""


@require_safe
def months(request: HttpRequest) -> HttpResponse:
    """Which months there are, what is in them, how to check and to cite them."""
    context = {"months": finished_months(), "server": settings.BASE_URL}
    return render(request, "tournaments/open_data/months.html", context)


@require_safe
def download(request: HttpRequest, month: str) -> HttpResponseBase:
    """The file of a month; its digest is its ETag, and stands in Content-Digest (RFC 9530).

    It is asked for anew each time, and sent again only where it has changed: a later edition has fewer games for a
    reason.
    """
    file = _found(month)
    etag = f'"{file.sha256}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    if (refused := _too_many(request)) is not None:
        return refused
    headers = {
        "Content-Length": str(file.size),
        "Content-Digest": content_digest(file.sha256),
        "ETag": etag,
        "Cache-Control": "public, no-cache, no-transform",
        "Content-Disposition": f'attachment; filename="{file_name(file)}"',
    }
    return StreamingHttpResponse(bytes_of(file), content_type="application/gzip", headers=headers)


@require_safe
def download_names(request: HttpRequest, month: str) -> HttpResponse:
    """By pseudonym the names of those who are in the month now. No digest: it changes with the one who is erased."""
    file = _found(month)
    if (refused := _too_many(request)) is not None:
        return refused
    try:
        found = names_of_month(file.month)
    except BeingComputedError as error:
        text = gettext("The list is being made. Try again in a moment.")
        return HttpResponse(f"{text}\n", "text/plain; charset=utf-8", 503, headers={"Retry-After": str(error.seconds)})
    answer = HttpResponse(json.dumps(dict(found), ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="gipfel-names-{month}.json"'
    answer["Cache-Control"] = NEVER_KEPT
    return answer


def file_name(file: OpenMonth) -> str:
    """The name that it is stored under: "gipfel-games-2026-03.ndjson.gz"."""
    return f"gipfel-games-{file.month:%Y-%m}.ndjson.gz"


def _found(month: str) -> OpenMonth:
    file = find_month(_month_of(month))
    if file is None:
        raise Http404
    return file


def _month_of(month: str) -> date:
    try:
        return read_month(month)
    except ValueError:
        raise Http404 from None


def _too_many(request: HttpRequest) -> HttpResponse | None:
    try:
        take_export(request.user, request)
    except TooMany as many:
        refusal = gettext("Too many downloads. Try again in an hour, or sign in.")
        headers = {"Retry-After": str(many.seconds)}
        return HttpResponse(f"{refusal}\n", "text/plain; charset=utf-8", TOO_MANY, headers=headers)
    return None
