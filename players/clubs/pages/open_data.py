"""The page on which a club chooses whether its public games are open data."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.journal import queries as journal
from common.web import done_response, posted_data, try_service
from players.clubs.forms import OpenLicenceForm
from players.clubs.services.open_licences import set_open_licence
from players.core import pages
from players.core.pages import GET_OR_POST
from players.models import Account, Club
from players.roles import Permission


@require_http_methods(GET_OR_POST)
def open_licence(request: HttpRequest, slug: str) -> HttpResponse:
    """Under which licence the club's games are open data. For organisers."""
    organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    sent = posted_data(request)
    form = OpenLicenceForm(sent) if sent is not None else OpenLicenceForm.of(club, journal.version(club.scope))
    if request.method == "POST" and try_service(form, lambda: _set(organiser, club, form)):
        return done_response(request, _("Changes saved."), "club-open-licence", slug)
    context = pages.club_context(request, club, "club-settings", form=form)
    return pages.page(request, "players/clubs/club_open_licence.html", context)


def _set(organiser: Account, club: Club, form: OpenLicenceForm) -> None:
    given = form.cleaned_data
    set_open_licence(actor=organiser, club_id=club.pk, licence=given["licence"] or "", expect=given["version"])
