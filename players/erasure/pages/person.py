"""The page that erases a person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.web import done_response, posted_data, try_service
from players.core import pages
from players.core.pages import GET_OR_POST
from players.erasure.forms import ErasureForm
from players.erasure.services import clubs_that_bear_the_name, erase_person
from players.erasure.texts import preview
from players.people.queries.person_page import person_page
from players.permissions import require_erasure
from players.roles import Permission


@require_http_methods(GET_OR_POST)
def erase(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """Erase a person, after the texts that change were shown, and the name was typed."""
    organiser, club = pages.club_for(request, slug, Permission.MANAGE_PEOPLE)
    shown = pages.person_in(club, person_id)
    require_erasure(organiser, shown)
    texts = preview(organiser, shown)
    form = ErasureForm(posted_data(request), word=shown.name, hits=texts.words.shown)

    def erase() -> None:
        words = form.cleaned_data.get("words", ())
        erase_person(actor=organiser, person_id=shown.pk, words=words)

    if request.method == "POST" and try_service(form, erase):
        return done_response(request, _("Person erased. Their games remain under a pseudonym."), "club-people", slug)
    named = clubs_that_bear_the_name(shown)
    of = person_page(club, shown, organiser)
    context = pages.club_context(request, club, "club-people", form=form, of=of, named=named, texts=texts)
    return pages.page(request, "players/erasure/person_erase.html", context)
