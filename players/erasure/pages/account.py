"""Pages of the own account: the own data, and the way out."""

from __future__ import annotations

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from common.web import done_response, posted_data, try_service
from players.core import pages
from players.core.pages import GET_OR_POST
from players.erasure import exports
from players.erasure.forms import ErasureForm, TypedConfirmation
from players.erasure.services import clubs_that_bear_the_name, erase_account, erase_person
from players.erasure.texts import preview
from players.identity import person_of


@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about the reader, as a file."""
    reader = pages.require_signed_in(request)
    response = HttpResponse(exports.as_json(reader), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="gipfel-my-data.json"'
    add_never_cache_headers(response)
    return response


@never_cache
@require_http_methods(GET_OR_POST)
def erase(request: HttpRequest) -> HttpResponse:
    """Erase the own person, or the account where no person hangs on it, after typing the name."""
    reader = pages.require_signed_in(request)
    person = person_of(reader)
    texts = preview(reader, person) if person is not None else None
    form = (
        ErasureForm(posted_data(request), word=person.name, hits=texts.words.shown)
        if person is not None and texts is not None
        else TypedConfirmation(posted_data(request), word=reader.username)
    )
    named = clubs_that_bear_the_name(person) if person is not None else []
    context = {"form": form, "person": person, "named": named, "texts": texts}
    if request.method == "POST":

        def change() -> None:
            if person is not None:
                erase_person(actor=reader, person_id=person.pk, words=form.cleaned_data.get("words", ()))
            else:
                erase_account(actor=reader)

        if try_service(form, change):
            auth.logout(request)
            return done_response(request, _("You have been erased. Your games remain under a pseudonym."), "home")
    return pages.page(request, "players/erasure/account_erase.html", context)
