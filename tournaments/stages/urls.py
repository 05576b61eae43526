"""Addresses: events in stages."""

from __future__ import annotations

from django.urls import path

from tournaments.stages.pages import manage, public

STAGES = "stages/<int:stages_id>"
STAGE = f"{STAGES}/<int:stage_number>"

urlpatterns = [
    path("clubs/<slug:slug>/stages/new", manage.stages_new, name="stages-new"),
    path(STAGES, public.stages, name="stages"),
    path(f"{STAGES}/edit", manage.stages_edit, name="stages-edit"),
    path(f"{STAGES}/delete", manage.stages_delete, name="stages-delete"),
    path(f"{STAGES}/new", manage.stage_new, name="stage-new"),
    path(f"{STAGE}/edit", manage.stage_change, name="stage-edit"),
    path(f"{STAGE}/remove", manage.stage_remove, name="stage-remove"),
    path(f"{STAGE}/start", manage.stage_start, name="stage-start"),
    path(f"{STAGE}/playoff", manage.stage_playoff, name="stage-playoff"),
    path(f"{STAGE}/passes", manage.stage_pass, name="stage-pass"),
    path(f"{STAGE}/passes/<int:entry_id>/undo", manage.stage_pass_undo, name="stage-pass-undo"),
]
