"""What everyone may see of an event in stages: one page over all of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.club_views import held_context
from tournaments.core.queries.stages import require_visible_stages
from tournaments.models import StagePlan
from tournaments.stages.forms import PassForm
from tournaments.stages.queries.plans import StagesPage, players_to_pass, stages_page

PASSING = "pass_%s"
"""How the fields of the form that passes over a player are called in the page."""


def get_visible_stages(request: HttpRequest, stages_id: int) -> StagePlan:
    """The event in stages, if the reader may see it; else 404, or NotAllowed where all its events are drafts."""
    plan = get_object_or_404(StagePlan.objects.select_related("club"), pk=stages_id)
    require_visible_stages(request.user, plan)
    return plan


def stages_context(page: StagesPage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of an event in stages needs; the tabs are those that the reader may open."""
    tabs = [("stages", gettext("Stages"), True), ("stages-edit", gettext("Settings"), page.may_edit)]
    return held_context(page, "plan", page.plan, tab, tabs, **more)


@require_safe
@never_cache
def stages(request: HttpRequest, stages_id: int) -> HttpResponse:
    """The stages with their tables and trees, who advances, and for organisers what is next."""
    page = stages_page(get_visible_stages(request, stages_id), request.user)
    more: dict[str, Any] = {}
    coming = page.coming
    if page.may_edit and coming is not None and coming.field is not None:
        more["passing"] = PassForm(
            players=players_to_pass(coming.field), initial={"version": page.version}, auto_id=PASSING
        )
    return render(request, "tournaments/stages/stages.html", stages_context(page, "stages", **more))
