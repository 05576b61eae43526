"""Correcting a person's name or country."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.web import done_response, try_service
from players.core import pages
from players.core.pages import GET_OR_POST
from players.people.forms import PersonForm
from players.people.services.people import rename_person
from players.permissions import require_person
from players.roles import Permission


@require_http_methods(GET_OR_POST)
def rename(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Correct a name or a country."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    require_person(organiser, shown)
    form = PersonForm(request.POST) if request.method == "POST" else PersonForm.of(shown)
    if request.method == "POST" and try_service(
        form, lambda: rename_person(actor=organiser, person_id=shown.pk, **form.cleaned_data)
    ):
        return done_response(request, _("The changes are saved."), "club-person", slug, shown.pk)
    context = pages.club_context(request, club, "club-people", form=form, person=shown)
    return pages.page(request, "players/people/person_rename.html", context)
