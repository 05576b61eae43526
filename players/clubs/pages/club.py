"""Making a club, its settings, its journal."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from common.journal import queries as journal
from common.web import done_response, need_valid, posted_data, try_service
from players.clubs.forms import AdmissionForm, ClubForm, NewClubForm
from players.clubs.journal_entries import describe
from players.clubs.services.clubs import admit_club, create_club, edit_club
from players.core import pages
from players.core.pages import GET_OR_POST
from players.models import Account, Club
from players.permissions import may, require
from players.roles import Permission

MOST_LINES = 200


@require_http_methods(GET_OR_POST)
def new_club(request: HttpRequest) -> HttpResponse:
    """A new club on this server, made by one of its administrators."""
    administrator = require(request.user, Permission.MANAGE_SERVER, "server")
    form = NewClubForm(posted_data(request))
    made: list[Club] = []
    if request.method == "POST" and try_service(
        form, lambda: made.append(create_club(actor=administrator, **form.input))
    ):
        return done_response(request, _("The club is created. Add its people next."), "club-people", made[0].slug)
    return pages.page(request, "players/clubs/club_new.html", {"form": form})


@require_GET
def admissions(request: HttpRequest) -> HttpResponse:
    """All clubs, and whether their games count in the rating lists of the whole server. For its administrators."""
    require(request.user, Permission.MANAGE_SERVER, "server")
    return render(request, "players/clubs/admissions.html", {"clubs": Club.objects.order_by("name", "pk")})


@require_POST
@pages.refusals_lead_to("club-admissions")
def admit(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a club's games count in the lists of the whole server, or no longer."""
    administrator, club = pages.club_for(request, slug, Permission.MANAGE_SERVER)
    form = AdmissionForm(request.POST)
    need_valid(form)
    admit_club(actor=administrator, club_id=club.pk, **form.input)
    return done_response(
        request, _("The rating lists of the server will be recomputed in a moment."), "club-admissions"
    )


@require_http_methods(GET_OR_POST)
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club is called and where it plays."""
    organiser, club = pages.club_for(request, slug, Permission.EDIT_CLUB)
    sent = posted_data(request)
    form = ClubForm(sent) if sent is not None else ClubForm.of(club, journal.version(club.scope))
    if request.method == "POST" and try_service(form, lambda: _edit(organiser, club, form)):
        return done_response(request, _("Changes saved."), "club-settings", slug)
    context = pages.club_context(
        request, club, "club-settings", form=form, may_admit=may(organiser, Permission.MANAGE_SERVER, "server")
    )
    return pages.page(request, "players/clubs/club_settings.html", context)


def _edit(organiser: Account, club: Club, form: ClubForm) -> None:
    given = dict(form.input)
    edit_club(actor=organiser, club_id=club.pk, expect=given.pop("version", None), **given)


@require_GET
def journal_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what in the club, and when."""
    _organiser, club = pages.club_for(request, slug, Permission.READ_JOURNAL)
    lines = describe(journal.entries(club.scope, newest=MOST_LINES))
    context = pages.club_context(request, club, "club-journal", lines=lines, most=MOST_LINES)
    return render(request, "players/clubs/club_journal.html", context)
