"""The pages of the collection of public games, and of its archives."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.stored_files import bytes_of, content_digest
from common.web import BAD_INPUT, TOO_MANY
from games.collection.forms import CollectionForm
from games.collection.queries.archives import archive_progress, finished_archives
from games.collection.queries.collection import CollectionQuery, find_games, next_turns
from games.collection.queries.export import export_records
from games.core.board_state import number_asked, render_game
from games.core.rate_limit import PAGE, last_page, most_records, take_export, take_search
from games.core.replay import Frame
from games.models import RecordArchive
from players.core.rate_limit import TooMany


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Games by what the form asks for; with a position also the position and what was played next in it."""
    form = CollectionForm(_asked(request), reader=request.user)
    known: dict[str, Any] = {"form": form} | _archive_context()
    try:
        take_search(request.user, request)
    except TooMany as many:
        return _too_many(request, form, many, gettext("Too many searches. Try again in a minute, or sign in."))
    if not form.is_valid():
        return render(request, "games/collection/collection.html", known, status=BAD_INPUT)
    known["narrowed"] = any(value for name, value in _asked(request).items() if name not in form.first)
    known |= _page_context(request, form.query) | _position_context(request, form.query)
    return render(request, "games/collection/collection.html", known)


@require_safe
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """The records of what the form asks for as one text that is written while it is read."""
    form = CollectionForm(_asked(request), reader=request.user)
    try:
        take_export(request.user, request)
    except TooMany as many:
        return _too_many(request, form, many, gettext("Too many downloads. Try again in an hour, or sign in."))
    if not form.is_valid():
        return render(request, "games/collection/collection.html", {"form": form}, status=BAD_INPUT)
    records = export_records(form.query, most_records(request.user))
    answer = StreamingHttpResponse(records, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="gipfel-games.txt"'
    return answer


def _too_many(request: HttpRequest, form: CollectionForm, many: TooMany, refusal: str) -> HttpResponse:
    answer = render(request, "games/collection/collection.html", {"form": form, "refusal": refusal}, status=TOO_MANY)
    answer["Retry-After"] = str(many.seconds)
    return answer


def _asked(request: HttpRequest) -> dict[str, str]:
    """What stands in the address; zeros, which no database takes, left out."""
    return {name: request.GET.get(name, "").replace("\0", "") for name in CollectionForm.base_fields}


def _page_context(request: HttpRequest, query: CollectionQuery) -> dict[str, Any]:
    number = number_asked(request, "page") or 1
    last = last_page(request.user)
    if number > last:
        raise Http404
    found = find_games(query, (number - 1) * PAGE, PAGE)
    goes_on = number * PAGE < found.count and number < last
    return {
        "found": found,
        "export": "?" + urlencode({name: value for name, value in _asked(request).items() if value}),
        "most_exported": most_records(request.user),
        "with_ply": query.position is not None,
        "page_before": number - 1 if number > 1 else None,
        "page_after": number + 1 if goes_on else None,
    }


def _archive_context() -> dict[str, Any]:
    """All records as one file, and how far the next one is."""
    return {"archives": finished_archives(), "next_archive": archive_progress()}


def _position_context(request: HttpRequest, query: CollectionQuery) -> dict[str, Any]:
    """The position that is looked for, and the turns that were played in it, each with the address that goes on."""
    position = query.position
    if position is None:
        return {}
    kept = {name: value for name, value in _asked(request).items() if value and name not in ("opening", "position")}
    turns = next_turns(query)
    return {
        "svg": render_game(Frame(position.view(), None)),
        "position_text": position.text(),
        "turns": [(turn, "?" + urlencode(kept | {"position": turn.position})) for turn in turns],
    }


@require_safe
def download(request: HttpRequest, archive_id: int) -> HttpResponseBase:
    """An archive as it was made; its digest is its ETag, and stands in Content-Digest (RFC 9530)."""
    archive = RecordArchive.objects.exclude(sha256="").filter(pk=archive_id).first()
    if archive is None:
        raise Http404
    etag = f'"{archive.sha256}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    try:
        take_export(request.user, request)
    except TooMany as many:
        refusal = gettext("Too many downloads. Try again in an hour, or sign in.")
        headers = {"Retry-After": str(many.seconds)}
        return HttpResponse(f"{refusal}\n", "text/plain; charset=utf-8", TOO_MANY, headers=headers)
    headers = {
        "Content-Length": str(archive.size),
        "Content-Digest": content_digest(archive.sha256),
        "ETag": etag,
        "Cache-Control": "no-transform",
        "Content-Disposition": f'attachment; filename="{archive_name(archive)}"',
    }
    return StreamingHttpResponse(bytes_of(archive), content_type="application/zip", headers=headers)


def archive_name(archive: RecordArchive) -> str:
    """The name that it is stored under: "gipfel-records-2026-11-22.zip"."""
    assert archive.made_at is not None
    return f"gipfel-records-{archive.made_at:%Y-%m-%d}.zip"
