"""Archives of all public records, to be downloaded."""

from __future__ import annotations

from base64 import b64encode

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.web import TOO_MANY
from games.collection.queries.archives import archive_parts
from games.core.rate_limit import take_export
from games.models import RecordArchive
from players.core.rate_limit import TooMany


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
        "Content-Digest": content_digest(archive),
        "ETag": etag,
        "Cache-Control": "no-transform",
        "Content-Disposition": f'attachment; filename="{archive_name(archive)}"',
    }
    return StreamingHttpResponse(archive_parts(archive), content_type="application/zip", headers=headers)


def content_digest(archive: RecordArchive) -> str:
    """The digest as the header Content-Digest writes it (RFC 9530)."""
    return f"sha-256=:{b64encode(bytes.fromhex(archive.sha256)).decode()}:"


def archive_name(archive: RecordArchive) -> str:
    """The name that it is stored under: "gipfel-records-2026-11-22.zip"."""
    assert archive.made_at is not None
    return f"gipfel-records-{archive.made_at:%Y-%m-%d}.zip"
