"""Creating an event in stages, its settings, the rules of its stages, and going on from one to the next."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.web import done_response, missing_is_404, posted_data, status_of, try_service
from players.core.pages import club_for, refusals_lead_to
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import version_in
from tournaments.models import Stage, StagePlan
from tournaments.stages.forms import KEPT, NewStagesForm, PassForm, StageForm, StagesForm
from tournaments.stages.new_stages import plan_from
from tournaments.stages.pages.public import stages_context
from tournaments.stages.queries.field import field_of
from tournaments.stages.queries.journal import stages_lines
from tournaments.stages.queries.plans import events_to_join, players_to_pass, stages_page
from tournaments.stages.services import advancing, plans


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


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stages_edit(request: HttpRequest, stages_id: int) -> HttpResponse:
    """Its name and text, the rules of its stages, its journal, and deleting it."""
    plan, organiser = _editable_stages(request, stages_id)
    page = stages_page(plan, request.user)
    sent = posted_data(request)
    form = StagesForm(sent) if sent is not None else StagesForm.of(plan, page.version)

    def edit() -> None:
        values = {name: form.input.get(name, "") for name in KEPT}
        plans.edit_stages(plan.pk, organiser, expect=form.cleaned_data["version"], **values)

    if request.method == "POST" and try_service(form, edit):
        return done_response(request, _("Changes saved."), "stages-edit", plan.pk)
    context = stages_context(page, "stages-edit", form=form, lines=stages_lines(plan))
    return render(request, "tournaments/stages/edit.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stage_new(request: HttpRequest, stages_id: int) -> HttpResponse:
    """A stage behind the last one."""
    return _stage_form(request, stages_id, None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stage_change(request: HttpRequest, stages_id: int, stage_number: int) -> HttpResponse:
    """The rule of a later stage."""
    return _stage_form(request, stages_id, stage_number)


def _stage_form(request: HttpRequest, stages_id: int, number: int | None) -> HttpResponse:
    plan, organiser = _editable_stages(request, stages_id)
    stage = None if number is None else get_object_or_404(Stage, plan=plan, number=number, number__gt=1)
    page, sent = stages_page(plan, request.user), posted_data(request)
    form = StageForm(sent) if sent is not None else StageForm.of(stage, page.version)

    def store() -> None:
        expect = form.cleaned_data["version"]
        if stage is None:
            plans.add_stage(plan.pk, organiser, form.rule, expect=expect)
        else:
            plans.change_stage(plan.pk, organiser, stage.number, form.rule, expect=expect)

    if request.method == "POST" and try_service(form, store):
        return done_response(request, _("Changes saved."), "stages-edit", plan.pk)
    context = stages_context(page, "stages-edit", form=form, stage=stage)
    return render(request, "tournaments/stages/stage.html", context, status=status_of(form))


@require_POST
@refusals_lead_to("stages-edit", "stages_id")
def stage_remove(request: HttpRequest, stages_id: int, stage_number: int) -> HttpResponse:
    """Remove the last stage, before it starts."""
    plan, organiser = _editable_stages(request, stages_id)
    with missing_is_404():
        plans.remove_stage(plan.pk, organiser, stage_number, expect=version_in(request))
    return done_response(request, _("Stage removed."), "stages-edit", plan.pk)


@require_POST
@refusals_lead_to("stages-edit", "stages_id")
def stages_delete(request: HttpRequest, stages_id: int) -> HttpResponse:
    """Delete what holds the events together; the events stay."""
    plan, organiser = _editable_stages(request, stages_id)
    plans.delete_stages(plan.pk, organiser, expect=version_in(request))
    return done_response(request, _("Event in stages deleted. Its events stay."), "club", plan.club.slug)


@require_POST
@refusals_lead_to("stages", "stages_id")
def stage_start(request: HttpRequest, stages_id: int, stage_number: int) -> HttpResponse:
    """Start the next stage with the players that the page showed."""
    plan, organiser = _editable_stages(request, stages_id)
    with missing_is_404():
        place = advancing.start_stage(
            plan.pk, organiser, stage_number, field=request.POST.get("field", ""), expect=version_in(request)
        )
    text = _("%(event)s started. Pair its first round at the desk.") % {"event": place.event.name}
    return done_response(request, text, "stages", plan.pk)


@require_POST
@refusals_lead_to("stages", "stages_id")
def stage_playoff(request: HttpRequest, stages_id: int, stage_number: int) -> HttpResponse:
    """Start a play-off between players whom nothing separates at the border."""
    plan, organiser = _editable_stages(request, stages_id)
    with missing_is_404():
        advancing.start_playoff(plan.pk, organiser, stage_number, expect=version_in(request))
    return done_response(request, _("Play-off created. Pair its first round at the desk."), "stages", plan.pk)


@require_POST
@refusals_lead_to("stages", "stages_id")
def stage_pass(request: HttpRequest, stages_id: int, stage_number: int) -> HttpResponse:
    """Let a player not advance, with a reason."""
    plan, organiser = _editable_stages(request, stages_id)
    stage = get_object_or_404(Stage.objects.select_related("plan"), plan=plan, number=stage_number, number__gt=1)
    form = PassForm(request.POST, players=players_to_pass(field_of(stage)))
    if not form.is_valid():
        raise BadRequest(", ".join(form.errors))
    sent = form.input
    with missing_is_404():
        advancing.pass_over(
            plan.pk, organiser, stage_number, sent["entry"], reason=sent["reason"], expect=sent.get("version")
        )
    return done_response(request, _("The next in order advances instead."), "stages", plan.pk)


@require_POST
@refusals_lead_to("stages", "stages_id")
def stage_pass_undo(request: HttpRequest, stages_id: int, stage_number: int, entry_id: int) -> HttpResponse:
    """Let a player advance again."""
    plan, organiser = _editable_stages(request, stages_id)
    with missing_is_404():
        advancing.undo_pass_over(plan.pk, organiser, stage_number, entry_id, expect=version_in(request))
    return done_response(request, _("The player can advance again."), "stages", plan.pk)


def _editable_stages(request: HttpRequest, stages_id: int) -> tuple[StagePlan, Account]:
    plan = get_object_or_404(StagePlan.objects.select_related("club"), pk=stages_id)
    return plan, require(request.user, Permission.MAKE_EVENT, plan.scope)
