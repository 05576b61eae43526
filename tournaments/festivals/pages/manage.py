"""Creating a festival."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.web import done_response, posted_data, status_of, try_service
from players.core.pages import GET_OR_POST, club_for
from players.roles import Permission
from tournaments.festivals.forms import NewFestivalForm
from tournaments.festivals.services import festivals
from tournaments.models import Festival


@require_http_methods(GET_OR_POST)
@never_cache
def festival_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new festival of a club."""
    organiser, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = NewFestivalForm(posted_data(request), given={"club": club.slug})
    made: list[Festival] = []

    def create() -> None:
        made.append(festivals.create_festival(club.pk, organiser, **form.plan()))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("Festival created. Add its sections next."), "festival-edit", made[0].pk)
    context = {"club": club, "form": form}
    return render(request, "tournaments/festivals/new.html", context, status=status_of(form))
