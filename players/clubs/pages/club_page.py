"""How a club shows itself: the form, its logo as a file, and its short address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.journal import queries as journal
from common.web import done_response, posted_data, try_service
from players.clubs.forms import ClubPageForm
from players.clubs.queries.clubs import club_at, logo_of, page_of_club
from players.clubs.services.club_pages import Look, edit_club_page, read_logo
from players.core import pages
from players.core.limits import take_heavy
from players.core.pages import GET_OR_POST
from players.models import Account, Club
from players.roles import Permission


@require_http_methods(GET_OR_POST)
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Logo, colour and short address. For organisers."""
    organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    shown, sent = page_of_club(club), posted_data(request)
    form = (
        ClubPageForm(sent, request.FILES) if sent is not None else ClubPageForm.of(shown, journal.version(club.scope))
    )
    form.offer(shown)
    if request.method == "POST" and try_service(form, lambda: _save(request, organiser, club, form)):
        return done_response(request, _("Changes saved."), "club-page", slug)
    context = pages.club_context(request, club, "club-settings", form=form, shown=shown)
    context["short"] = request.build_absolute_uri(f"/c/{shown.address or club.slug}")
    return pages.page(request, "players/clubs/club_page.html", context)


def _save(request: HttpRequest, organiser: Account, club: Club, form: ClubPageForm) -> None:
    given = form.cleaned_data
    logo = b"" if given.get("no_logo") else None
    if given["logo"]:
        take_heavy(request)
        logo = read_logo(organiser, club, given["logo"])
    look = Look(given["colour"], given["address"], logo)
    edit_club_page(actor=organiser, club=club, look=look, expect=given["version"])


@require_safe
def club_logo(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """The logo. Its address changes with it, so that it is kept for good."""
    found = logo_of(slug)
    if found is None or found[1][: len(digest)] != digest:
        raise Http404
    response = HttpResponse(found[0], content_type="image/png")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@require_safe
def short_address(request: HttpRequest, address: str) -> HttpResponse:
    """The address that a club prints on its posters leads to its page."""
    club = club_at(address.lower())
    if club is None:
        raise Http404
    return redirect("club", club.slug)
