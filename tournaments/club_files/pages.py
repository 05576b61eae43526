"""The page on which organisers have their club written to a file, and the file."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.jobs import queries as jobs
from common.stored_files import bytes_of, content_digest
from common.web import done_response
from gipf_engine.messages import Message, Refused, gettext_noop
from players.core import pages
from players.core.pages import GET_OR_POST
from players.models import Account, Club
from players.roles import Permission
from tournaments.club_files.services.making import KEPT, MAKE_CLUB_FILE, ask_for_club_file, delete_club_file, subject_of
from tournaments.models import ClubFile


@require_http_methods(GET_OR_POST)
@pages.refusals_lead_to("club-export", "slug")
def export_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What is in the file of a club, how far it is, and the file once it is there. For organisers."""
    organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    file = ClubFile.objects.filter(club=club).first()
    if request.method == "POST":
        return _act(request, organiser, club, file)
    context: dict[str, Any] = {"file": file, "left_out": _left_out(file)}
    if file is not None:
        context |= {"job": jobs.find(MAKE_CLUB_FILE, subject_of(file)), "until": file.asked_at + KEPT}
    return pages.page(
        request, "tournaments/club_files/export.html", pages.club_context(request, club, "club-settings", **context)
    )


def _act(request: HttpRequest, organiser: Account, club: Club, file: ClubFile | None) -> HttpResponse:
    step = request.POST.get("step", "")
    if step == "ask":
        ask_for_club_file(club.pk, organiser)
        return done_response(request, _("The file is being made."), "club-export", club.slug)
    if step == "delete" and file is not None:
        delete_club_file(file.pk, organiser)
        return done_response(request, _("File deleted."), "club-export", club.slug)
    raise Refused(Message(gettext_noop("This step does not exist. Nothing was changed.")))


def _left_out(file: ClubFile | None) -> list[tuple[Message, int]]:
    return [] if file is None else [(Message(each["what"]), each["count"]) for each in file.left_out]


@require_safe
def download(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The file of a club, for its organisers: no cache on the way keeps it."""
    _organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    file = ClubFile.objects.filter(club=club).exclude(sha256="").first()
    if file is None:
        raise Http404
    headers = {
        "Content-Length": str(file.size),
        "Content-Digest": content_digest(file.sha256),
        "Cache-Control": "private, no-store, no-transform",
        "Content-Disposition": f'attachment; filename="{club.slug}-{file.asked_at:%Y-%m-%d}.gipfel-club.zip"',
    }
    return StreamingHttpResponse(bytes_of(file), content_type="application/zip", headers=headers)
