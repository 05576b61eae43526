"""The acts on events in stages: their endpoints and pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.forms import Form
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from rest_framework import status

from common.web import posted_data
from gipf_engine.messages import Message, gettext_noop
from tournaments.core.api import EventRow
from tournaments.core.club_views import EditsPlan
from tournaments.core.errors import EventRefused
from tournaments.core.queries.journals import journal_lines
from tournaments.core.scope_act_views import ScopeActView
from tournaments.models import Event, Stage, StageEvent
from tournaments.stages import acts, schemas
from tournaments.stages.api.stages import StageFieldShape, StagesAPIView, StagesOne
from tournaments.stages.forms import PassForm, StageForm, StagesForm
from tournaments.stages.pages.public import PASSING, stages_context
from tournaments.stages.queries.field import field_of
from tournaments.stages.queries.plans import StagesPage, players_to_pass, stages_page
from tournaments.stages.rules import StageRule
from tournaments.stages.services import advancing, plans

STAGE = "stages/<int:stage_number>"


class StagesActView(ScopeActView):
    """An act on an event in stages."""

    api_view = StagesAPIView
    back, then = "stages-edit", "stages-edit"

    def found(self, view: StagesAPIView, made: Any) -> dict[str, Any]:
        return view.one(self.parent)

    @cached_property
    def shown(self) -> StagesPage:
        """The event in stages before the act."""
        return stages_page(self.parent, self.request.user)

    @cached_property
    def stage(self) -> Stage:
        """The later stage that the address names; else 404."""
        stages = Stage.objects.select_related("plan").filter(plan=self.parent, number__gt=1)
        return get_object_or_404(stages, number=self.ids["stage_number"])


class EditStages(EditsPlan, StagesActView):
    """Change its name or text."""

    act, service, schema, partial = acts.EditStages, plans.edit_stages, schemas.StagesChange, True
    path, method, page_path, name = "", "patch", "edit", "stages-edit"
    shape = StagesOne
    form_class, template = StagesForm, "tournaments/stages/edit.html"
    done = _("Changes saved.")

    def page_context(self, form: Form) -> dict[str, Any]:
        return stages_context(self.shown, "stages-edit", form=form, lines=journal_lines(self.parent.scope))


class DeleteStages(StagesActView):
    """Delete the event in stages. Its events stay."""

    act, service = acts.DeleteStages, plans.delete_stages
    path, method, page_path, name = "", "delete", "delete", "stages-delete"
    done, then, then_of_club = _("Event in stages deleted. Its events stay."), "club", True


class StageRuleActView(StagesActView):
    """An act with the rule of a later stage."""

    schema, shape = schemas.StageRuleInput, StagesOne
    form_class, template = StageForm, "tournaments/stages/stage.html"
    done = _("Changes saved.")

    @property
    def changed(self) -> Stage | None:
        """The stage whose rule changes; None for a new one."""
        return self.stage if self.ids else None

    def form(self) -> Form:
        sent = posted_data(self.request)
        return StageForm(sent) if sent is not None else StageForm.of(self.changed, self.shown.version)

    def perform(self, values: Mapping[str, Any]) -> Any:
        rule = {name: value for name, value in values.items() if name != "version"}
        return self.call(*self.ids.values(), StageRule(**rule), expect=values.get("version"))

    def page_context(self, form: Form) -> dict[str, Any]:
        return stages_context(self.shown, "stages-edit", form=form, stage=self.changed)


class AddStage(StageRuleActView):
    """Add a stage behind the last one."""

    act, service = acts.AddStage, plans.add_stage
    path, page_path, name, code = "stages", "new", "stage-new", status.HTTP_201_CREATED


class ChangeStage(StageRuleActView):
    """Change its rule."""

    act, service = acts.ChangeStage, plans.change_stage
    path, method, page_path, name = STAGE, "put", "<int:stage_number>/edit", "stage-edit"


class RemoveStage(StagesActView):
    """Remove it, if it is the last one."""

    act, service = acts.RemoveStage, plans.remove_stage
    path, method, page_path, name = STAGE, "delete", "<int:stage_number>/remove", "stage-remove"
    done = _("Stage removed.")


# --- from one stage to the next ------------------------------------------------------------------------


class StartStage(StagesActView):
    """Create the event of the stage with the players who advance. Their seeds are its pairing numbers."""

    act, service, schema = acts.StartStage, advancing.start_stage, schemas.StageStart
    path, page_path, name = f"{STAGE}/start", "<int:stage_number>/start", "stage-start"
    asks = {"field": {}, "version": {}}
    shape, code = EventRow, status.HTTP_201_CREATED
    back, then = "stages", "stages"
    done = _("%(event)s started. Pair its first round at the desk.")

    def found(self, view: StagesAPIView, made: StageEvent) -> Event:  # type: ignore[override]  # another shape
        return made.event

    def words(self, form: Form, made: StageEvent) -> dict[str, str]:
        return {"event": made.event.name}


class StartPlayoff(StagesActView):
    """Create and start a play-off between the first players who are tied for the last places."""

    act, service = acts.StartPlayoff, advancing.start_playoff
    path, page_path, name = f"{STAGE}/playoffs", "<int:stage_number>/playoff", "stage-playoff"
    shape, code = EventRow, status.HTTP_201_CREATED
    back, then = "stages", "stages"
    done = _("Play-off created. Pair its first round at the desk.")

    def found(self, view: StagesAPIView, made: StageEvent) -> Event:  # type: ignore[override]  # another shape
        return made.event


class PassOver(StagesActView):
    """Pass over a player: the next in order advances. The reason is in the journal of the player's event."""

    act, service, schema = acts.NotePass, advancing.pass_over, schemas.StagePassInput
    path, page_path, name = f"{STAGE}/passes", "<int:stage_number>/passes", "stage-pass"
    renamed = {"entry": "entry_id"}
    shape, code = StageFieldShape, status.HTTP_201_CREATED
    form_class, template, slot = PassForm, "tournaments/stages/stages.html", "passing"
    back, then, refusals_apart = "stages", "stages", True
    done = _("The next in order advances instead.")

    def check(self) -> None:
        """EventRefused, on a page of its own, for a stage that has started meanwhile."""
        coming = self.shown.coming
        if coming is None or coming.stage.number != self.stage.number:
            raise EventRefused(Message(gettext_noop("This stage has already started.")))

    def found(self, view: StagesAPIView, made: Any) -> Any:
        return field_of(self.stage)

    def form(self) -> Form:
        initial = {"version": self.shown.version}
        return self.make_form(players=players_to_pass(field_of(self.stage)), initial=initial, auto_id=PASSING)

    def page_context(self, form: Form) -> dict[str, Any]:
        return stages_context(self.shown, "stages", passing=form)


class UndoPassOver(StagesActView):
    """Let the player advance again."""

    act, service = acts.NotePass, advancing.undo_pass_over
    path, method, name = f"{STAGE}/passes/<int:entry_id>", "delete", "stage-pass-undo"
    page_path = "<int:stage_number>/passes/<int:entry_id>/undo"
    back, then = "stages", "stages"
    done = _("The player can advance again.")
