"""Creating an event in stages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.web import done_response, missing_is_404, posted_data, status_of, try_service
from players.core.pages import club_for
from players.roles import Permission
from tournaments.models import StagePlan
from tournaments.stages.forms import NewStagesForm
from tournaments.stages.new_stages import plan_from
from tournaments.stages.queries.plans import events_to_join
from tournaments.stages.services import plans


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stages_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new event in stages of a club."""
    organiser, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = NewStagesForm(
        posted_data(request),
        given={"club": club.slug},
        events=events_to_join(club),
        initial={"preset": "groups", "groups": 4, "rounds": 5},
    )
    made: list[StagePlan] = []

    def create() -> None:
        with missing_is_404():
            made.append(plans.create_stages(club.pk, organiser, plan_from(club, form.input)))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("Event in stages created."), "stages", made[0].pk)
    return render(request, "tournaments/stages/new.html", {"club": club, "form": form}, status=status_of(form))
